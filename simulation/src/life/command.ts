import { writeSync } from 'node:fs';
import { changePlaces } from '../caller/call-places.js';
import { watchChunks } from '../oracle/product.js';
import type { Workers } from '../plan/plan.js';
import { replaceModules } from '../threads/replace-modules.js';
import { realNow } from '../time/real.js';
import { connectSimulated, Simulation, type Life } from './simulate.js';

interface Arguments {
  from: number;
  workers: Workers;
  seeds: number;
  /** Prints each life. */
  verbose: boolean;
  /** Prints what happens in each life. */
  trace: boolean;
  /** Lives each seed twice, and compares. */
  twice: boolean;
}

const DEFAULT_SEEDS = 1000;

function parse(args: readonly string[]): Arguments {
  const parsed = {
    from: 1,
    workers: undefined as Workers,
    seeds: DEFAULT_SEEDS,
    verbose: false,
    trace: false,
    twice: false,
  };
  for (let i = 0; i < args.length; i++) {
    switch (args[i]) {
      case '--from':
        parsed.from = Number(args[++i]);
        break;
      case '--workers':
        parsed.workers = workersOf(args[++i]);
        break;
      case '--seeds':
        parsed.seeds = Number(args[++i]);
        break;
      case '--seed':
        parsed.from = Number(args[++i]);
        parsed.seeds = 1;
        break;
      case '--verbose':
        parsed.verbose = true;
        break;
      case '--trace':
        parsed.verbose = true;
        parsed.trace = true;
        break;
      case '--twice':
        parsed.twice = true;
        break;
      default:
        throw new Error(`unknown argument ${args[i]}`);
    }
  }
  return parsed;
}

function workersOf(text: string): Workers {
  return text === 'auto' ? 'auto' : Number(text);
}

function print(line: string): void {
  writeSync(1, `${line}\n`);
}

function describe(life: Life): string {
  const { seed, steps, millis, calls, succeeded } = life;
  return `seed ${seed}: ${Math.round(millis)} ms, ${steps} steps, ${calls} calls, ${succeeded} succeeded`;
}

/** @returns the exit code: 1 if something was found. */
export async function main(args: readonly string[]): Promise<number> {
  const { from, workers, seeds, verbose, trace, twice } = parse(args);
  // Calls fail by the thousand. Where, a replay tells.
  if (!verbose) Error.stackTraceLimit = 0;
  replaceModules(connectSimulated);
  await watchChunks();
  changePlaces();
  const start = realNow();
  const sums = { millis: 0, steps: 0, calls: 0, succeeded: 0 };
  for (let seed = from; seed < from + seeds; seed++) {
    const life = await new Simulation(seed, workers, trace ? print : undefined).run();
    sums.millis += life.millis;
    sums.steps += life.steps;
    sums.calls += life.calls;
    sums.succeeded += life.succeeded;
    if (verbose) print(`${describe(life)} ${JSON.stringify(life.plan)}`);
    if (life.violation !== undefined) {
      print(`VIOLATION of "${life.violation.oracle}" by seed ${seed}: ${life.violation.message}`);
      if (verbose) print(life.violation.stack ?? '');
      print(`Replay: OFFLOOP_SEED=${seed}, or pnpm simulate --seed ${seed} --verbose`);
      return 1;
    }
    if (!twice) continue;
    const again = await new Simulation(seed, workers).run();
    if (again.digest !== life.digest) {
      print(`VIOLATION of "the same seed, the same life" by seed ${seed}`);
      return 1;
    }
  }
  const took = (realNow() - start) / 1000;
  const speed = Math.round(sums.millis / 1000 / took);
  print(
    `${seeds} lives from seed ${from}: ${sums.calls} calls, ${sums.succeeded} succeeded, ${sums.steps} steps, ` +
      `${Math.round(sums.millis / 1000)} s in ${took.toFixed(1)} s (${speed} times as fast)`,
  );
  return 0;
}
