import { parseArgs } from 'node:util';
import { Tier } from './experiment.js';

export interface Options {
  /** Which experiments: each is matched against the names; none means all. */
  readonly experiments: readonly RegExp[];
  readonly tier: Tier;
  /** Rounds; in each every approach has one fresh process. */
  readonly pairs: number;
  /** Length of a cell's window. */
  readonly seconds: number;
  /** Only cells whose id matches, whatever their tier. */
  readonly filter: RegExp | null;
  /** Major version of the children's Node; `null`: the one that runs this. */
  readonly node: string | null;
  /** `host:port` of a running member; `null`: a member of our own. */
  readonly cluster: string | null;
  /** Two approaches instead of the experiment's own columns; the same one twice is an A/A run. */
  readonly clients: readonly [a: string, b: string] | null;
  readonly seed: number;
  /** Seconds of load that the member gets before the first experiment; `null`: what the tier and the member ask for. */
  readonly memberWarmup: number | null;
  /** Folder for the results; `null`: `bench/results/` for whole runs, `bench/.out/` for others. */
  readonly out: string | null;
  /** Only render the published results again, from their JSON. */
  readonly render: boolean;
  readonly list: boolean;
  readonly help: boolean;
}

/** A mistake in the arguments; its message is for the person who typed them. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError';
}

export const USAGE = `pnpm bench [experiment regex…] [options]

  --pairs N          rounds, one fresh process an approach in each (7; with --quick 3)
  --seconds S        measured window of a cell in seconds (3; with --quick 0.5)
  --quick            the few cells that tell most, short windows: a look, not a claim
  --full             every cell and approach
  --filter REGEX     only cells whose id matches, of any tier
  --node MAJOR       run the children on that Node, fetched through npx
  --cluster H:P      use a running member instead of starting one
  --client-a NAME    baseline approach } official against official must read
  --client-b NAME    candidate         } "no difference": the A/A check
  --member-warmup S  load on the member before the first experiment (30; with --quick or --cluster 12)
  --out DIR          write results there, whatever kind of run it is
  --seed N           repeat the orders and contents of an earlier run
  --render           make tables, plots and RESULTS.md again from the JSON in bench/results/
  --list             print experiments, approaches and cells
  --help
`;

const DEFAULTS = { pairs: 7, seconds: 3 } as const;
const QUICK_DEFAULTS = { pairs: 3, seconds: 0.5 } as const;

/**
 * @param args without node and script
 * @param randomSeed used when `--seed` is not given
 * @throws UsageError naming the argument, its value and what is accepted
 */
export function parseOptions(args: readonly string[], randomSeed: number): Options {
  const { values, positionals } = parse(args);
  if (values.quick === true && values.full === true)
    throw new UsageError('--quick and --full exclude each other');
  const tier = values.quick === true ? Tier.QUICK : values.full === true ? Tier.FULL : Tier.DEFAULT;
  const defaults = tier === Tier.QUICK ? QUICK_DEFAULTS : DEFAULTS;
  return {
    experiments: positionals.map((pattern) => regex('experiment', pattern)),
    tier,
    pairs: integer('--pairs', values.pairs, 1, 1000) ?? defaults.pairs,
    seconds: seconds('--seconds', values.seconds, 0.1) ?? defaults.seconds,
    filter: values.filter === undefined ? null : regex('--filter', values.filter),
    node: nodeMajor(values.node),
    cluster: address(values.cluster),
    clients: clients(values['client-a'], values['client-b']),
    seed: integer('--seed', values.seed, 0, 2 ** 32 - 1) ?? randomSeed,
    memberWarmup: seconds('--member-warmup', values['member-warmup'], 0),
    out: values.out ?? null,
    render: values.render === true,
    list: values.list === true,
    help: values.help === true,
  };
}

const PARSER_OPTIONS = {
  pairs: { type: 'string' },
  seconds: { type: 'string' },
  quick: { type: 'boolean' },
  full: { type: 'boolean' },
  filter: { type: 'string' },
  node: { type: 'string' },
  cluster: { type: 'string' },
  'client-a': { type: 'string' },
  'client-b': { type: 'string' },
  seed: { type: 'string' },
  'member-warmup': { type: 'string' },
  out: { type: 'string' },
  render: { type: 'boolean' },
  list: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

const parse = (args: readonly string[]) => {
  try {
    // pnpm hands a `--` through; parseArgs would take all that follows as names
    const own = args[0] === '--' ? args.slice(1) : args;
    return parseArgs({ args: [...own], options: PARSER_OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
};

function integer(name: string, value: string | undefined, low: number, high: number): number | null {
  if (value === undefined) return null;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < low || number > high)
    throw new UsageError(`${name} ${value}: an integer from ${low} to ${high} is wanted`);
  return number;
}

function seconds(name: string, value: string | undefined, low: number): number | null {
  if (value === undefined) return null;
  const number = Number(value);
  if (value.trim() === '' || !(number >= low && number <= 3600))
    throw new UsageError(`${name} ${value}: a number from ${low} to 3600 is wanted`);
  return number;
}

function regex(name: string, value: string): RegExp {
  try {
    return new RegExp(value);
  } catch {
    throw new UsageError(`${name} ${value}: not a regular expression`);
  }
}

function nodeMajor(value: string | undefined): string | null {
  if (value === undefined) return null;
  if (!/^\d+(\.\d+){0,2}$/.test(value))
    throw new UsageError(`--node ${value}: a version such as 24 or 24.1.0 is wanted`);
  return value;
}

function address(value: string | undefined): string | null {
  if (value === undefined) return null;
  if (!/^[^\s:]+:\d{1,5}$/.test(value)) throw new UsageError(`--cluster ${value}: HOST:PORT is wanted`);
  return value;
}

function clients(a: string | undefined, b: string | undefined): readonly [string, string] | null {
  if (a === undefined && b === undefined) return null;
  if (a === undefined || b === undefined) throw new UsageError('--client-a and --client-b belong together');
  return [a, b];
}
