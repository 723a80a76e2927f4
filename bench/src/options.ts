import { parseArgs } from 'node:util';
import { Tier } from './experiment.js';

export interface Options {
  /** Patterns for the names of experiments; empty for those that the tier asks for. */
  readonly experiments: readonly RegExp[];
  /** True if nothing was asked for: the run measures the rows of README's table. */
  readonly isSummary: boolean;
  readonly tier: Tier;
  /** Number of rounds. In each of them every approach has one fresh process. */
  readonly pairs: number;
  /** Length of a cell's window, in seconds. */
  readonly seconds: number;
  /** Pattern for the ids of cells, whatever their tier; null for those of the tier. */
  readonly filter: RegExp | null;
  /** Version of Node.js for the children, e.g. `24`; null for the one that runs this. */
  readonly node: string | null;
  /** Address of a running member, `host:port`; null to start a member. */
  readonly cluster: string | null;
  /** Approaches in place of the experiment's own, the baseline first; the same one twice is an A/A run. Null for the experiment's own. */
  readonly approaches: readonly string[] | null;
  readonly seed: number;
  /** Seconds of load that the member gets before the first experiment; null for what the tier and the member ask for. */
  readonly memberWarmup: number | null;
  /** Folder for the results; null for `bench/results/` with whole runs, and `bench/.out/` with others. */
  readonly out: string | null;
  /** True to only render the published results again, from their JSON. */
  readonly render: boolean;
  readonly list: boolean;
  readonly help: boolean;
}

/** The error of a mistake in the arguments; its message is for the person who typed them. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError';
}

export const USAGE = `pnpm bench [experiment regex…] [options]

Without arguments: the five rows of README's table in less than 15 minutes, and what changed since they were published.

  --pairs N          rounds, one fresh process an approach in each (7; with --quick 3)
  --seconds S        measured window of a cell in seconds (3; with --quick 0.5)
  --quick            the few cells that tell most, short windows: a look, not a claim
  --full             every cell and approach
  --filter REGEX     only cells whose id matches, of any tier
  --approaches A,B   these columns, the first as baseline; one twice must read "no difference": the A/A check
  --node MAJOR       run the children on that Node, fetched through npx
  --cluster H:P      use a running member instead of starting one
  --member-warmup S  load on the member before the first experiment (30; with --quick or --cluster 12)
  --out DIR          write results there, whatever kind of run it is
  --seed N           repeat the orders and contents of an earlier run
  --render           make tables, plots and RESULTS.md again from the JSON in bench/results/
  --list             print experiments, approaches and cells
  --help
`;

const DEFAULTS = { pairs: 7, seconds: 3 } as const;
const QUICK_DEFAULTS = { pairs: 3, seconds: 0.5 } as const;

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;
const PARSER_OPTIONS = {
  pairs: text,
  seconds: text,
  quick: flag,
  full: flag,
  filter: text,
  node: text,
  cluster: text,
  approaches: text,
  seed: text,
  'member-warmup': text,
  out: text,
  render: flag,
  list: flag,
  help: flag,
} as const;

/**
 * Parses the arguments of the command.
 *
 * @param args without node and script
 * @param randomSeed the seed if `--seed` is not given
 * @throws UsageError that names the argument, its value and what is accepted
 */
export function parseOptions(args: readonly string[], randomSeed: number): Options {
  const { values, positionals } = parse(args);
  const { quick, full, render, list, help } = values;
  if (quick && full) throw new UsageError('--quick and --full exclude each other');
  const defaults = quick ? QUICK_DEFAULTS : DEFAULTS;
  const filter = optional(values.filter, (value) => regex('--filter', value));
  return {
    experiments: positionals.map((pattern) => regex('experiment', pattern)),
    isSummary: positionals.length === 0 && filter === null && !quick && !full,
    tier: quick ? Tier.QUICK : full ? Tier.FULL : Tier.DEFAULT,
    pairs: number('--pairs', values.pairs, 1, 1000, 'an integer') ?? defaults.pairs,
    seconds: number('--seconds', values.seconds, 0.1, 3600, 'a number') ?? defaults.seconds,
    filter,
    node: matching('--node', values.node, /^\d+(\.\d+){0,2}$/, 'a version such as 24 or 24.1.0'),
    cluster: matching('--cluster', values.cluster, /^[^\s:]+:\d{1,5}$/, 'HOST:PORT'),
    approaches: matching('--approaches', values.approaches, /^[^,]+(,[^,]+)*$/, 'A,B')?.split(',') ?? null,
    seed: number('--seed', values.seed, 0, 2 ** 32 - 1, 'an integer') ?? randomSeed,
    memberWarmup: number('--member-warmup', values['member-warmup'], 0, 3600, 'a number'),
    out: values.out ?? null,
    render,
    list,
    help,
  };
}

const parse = (args: readonly string[]) => {
  try {
    // pnpm hands a `--` through; parseArgs would take all that follows as names
    const own = args[0] === '--' ? args.slice(1) : args;
    return parseArgs({ args: [...own], options: PARSER_OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
};

function optional<T>(value: string | undefined, read: (value: string) => T): T | null {
  return value === undefined ? null : read(value);
}

function number(
  name: string,
  given: string | undefined,
  low: number,
  high: number,
  kind: 'a number' | 'an integer',
): number | null {
  return optional(given, (value) => {
    const found = value.trim() === '' ? NaN : Number(value);
    if (found >= low && found <= high && (kind === 'a number' || /^\d+$/.test(value))) return found;
    throw new UsageError(`${name} ${value}: ${kind} from ${low} to ${high} is wanted`);
  });
}

function matching(name: string, given: string | undefined, shape: RegExp, wanted: string): string | null {
  return optional(given, (value) => {
    if (shape.test(value)) return value;
    throw new UsageError(`${name} ${value}: ${wanted} is wanted`);
  });
}

function regex(name: string, value: string): RegExp {
  try {
    return new RegExp(value);
  } catch {
    throw new UsageError(`${name} ${value}: not a regular expression`);
  }
}
