import { performance } from 'node:perf_hooks';
import { ClosedLoop, evenArrivals, Latencies, OpenLoop, type Load } from '@offloop/tools/measure';
import type { BenchClient } from '../clients/client.js';
import type { Cell, CellResult, RunContext } from '../experiment.js';
import { checkHealth } from './call-load.js';
import { checkedGets } from './map-calls.js';
import { measureSteady } from './steady.js';
import { openWindow } from './window.js';

/** A cell of a quiet stretch and a burst by turns. */
export interface TurnsCell extends Cell {
  /** Calls a second in the quiet stretch. */
  readonly quietPerSecond: number;
  /** Number of calls in flight in the burst. */
  readonly concurrency: number;
  /** Length of each stretch, in ms. */
  readonly turnMillis: number;
}

/** Makes a cell whose id is like `turns-200-c128`: a second of 200 calls a second, a second of 128 in flight, and so on. */
export function turnsCell(quietPerSecond: number, concurrency: number, tier: Cell['tier']): TurnsCell {
  return {
    id: `turns-${quietPerSecond}-c${concurrency}`,
    title: `get 1 KB, 1 s of ${quietPerSecond}/s and 1 s of c=${concurrency} by turns`,
    tier,
    quietPerSecond,
    concurrency,
    turnMillis: 1000,
  };
}

/** Runs several loads by turns, until it is stopped. */
class Turns implements Load {
  readonly ended: Promise<void>;
  readonly #loads: readonly (() => Load)[];
  readonly #millis: number;
  #now!: Load;
  #answeredBefore = 0;
  #isStopped = false;

  constructor(loads: readonly (() => Load)[], millis: number) {
    this.#loads = loads;
    this.#millis = millis;
    this.ended = this.#run();
  }

  get answered(): number {
    return this.#answeredBefore + this.#now.answered;
  }

  stop(): void {
    this.#isStopped = true;
    this.#now.stop();
  }

  async #run(): Promise<void> {
    for (let turn = 0; !this.#isStopped; turn++) {
      const load = (this.#now = this.#loads[turn % this.#loads.length]());
      const timer = setTimeout(() => load.stop(), this.#millis);
      await load.ended.finally(() => clearTimeout(timer));
      this.#answeredBefore += load.answered;
      this.#now = NOTHING;
    }
  }
}

/** The load between two turns: none. */
const NOTHING: Load = { answered: 0, ended: Promise.resolve(), stop: () => {} };

/** Measures whole turns: the window is as many pairs of stretches as it has room for, at least one. */
export async function measureTurns(
  client: BenchClient,
  cell: TurnsCell,
  { timing, seed }: RunContext,
): Promise<CellResult> {
  const get = await checkedGets(client, seed);
  const latencies = new Latencies();
  const quiet = (): Load =>
    new OpenLoop(evenArrivals(cell.quietPerSecond), async (turn, due) => {
      await get(turn);
      latencies.record(performance.now() - due);
    });
  const burst = (): Load => new ClosedLoop(cell.concurrency, get);
  const load = new Turns([quiet, burst], cell.turnMillis);
  const pair = (2 * cell.turnMillis) / 1000;
  const inPairs = (seconds: number): number => Math.max(1, Math.round(seconds / pair)) * pair;
  const more = {
    reset: () => latencies.reset(),
    figures: () => ({ dueP50: latencies.percentile(50), dueP99: latencies.percentile(99) }),
  };
  const open = (): ReturnType<typeof openWindow> => openWindow(() => client.counters(), more);
  const pairs = { ...timing, cellWarmup: inPairs(timing.cellWarmup), window: inPairs(timing.window) };
  const result = await measureSteady({ cell: cell.id, load, open }, pairs);
  checkHealth(cell.id, client);
  return result;
}
