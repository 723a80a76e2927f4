import { approachesFor, WORKLOADS, type Approach, type Workload } from '../approaches/approaches.js';
import type { CatalogueSettings } from '../catalogue/catalogue.js';
import { MAX_SLICED_N } from '../fib/fib.js';
import { DEFAULT_ITEMS, MAX_ITEMS } from '../quote/items.js';
import {
  clusterOption,
  helpText,
  integerOption,
  parseArguments,
  type OptionSpec,
  type Values,
} from './arguments.js';
import { CATALOGUE_OPTIONS, catalogueOptions } from './catalogue-options.js';
import { CommandError } from './failure.js';

export type LoadOptions = {
  readonly workloads: readonly { readonly workload: Workload; readonly approaches: readonly Approach[] }[];
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
  readonly connections: number;
  /** Requests a second of the fixed-rate run; undefined: found by trying. */
  readonly rate: number | undefined;
  readonly items: number;
  readonly n: number;
  readonly fork: number;
  readonly cluster: string | undefined;
  readonly catalogue: CatalogueSettings;
  /** Where all figures of all runs go, as JSON. */
  readonly json: string | undefined;
  /** A Markdown page whose marked places take the reports. */
  readonly publish: string | undefined;
};

const BOTH = 'both';

const OPTIONS: Readonly<Record<string, OptionSpec>> = {
  workload: { value: 'NAME', default: BOTH, help: `${WORKLOADS.join(', ')} or ${BOTH}` },
  contenders: { value: 'A,B', help: 'who takes part, by id, or all; default: a choice of them' },
  rounds: { value: 'N', default: '3', help: 'rounds; in each, every approach runs once in fresh processes' },
  seconds: { value: 'N', default: '5', help: 'length of each measured run' },
  'warm-up': { value: 'N', default: '2', help: 'seconds of load before it' },
  connections: { value: 'N', default: '50', help: 'keep-alive connections of the closed loop' },
  rate: {
    value: 'N',
    help: 'requests/s of the fixed-rate run; default: 85 % of what the slower of sync and official can',
  },
  items: { value: 'N', default: String(DEFAULT_ITEMS), help: 'documents a quote reads' },
  n: { value: 'N', default: '15', help: 'the Fibonacci number' },
  fork: { value: 'N', default: '1', help: 'server processes behind one port' },
  cluster: { value: 'HOST:PORT', help: 'a real cluster instead of the embedded member' },
  ...CATALOGUE_OPTIONS,
  json: { value: 'FILE', help: 'writes every figure of every run there' },
  publish: {
    value: 'FILE',
    help: 'writes the reports between <!-- demo:WORKLOAD --> markers; -cluster, -itemsN and -forkN follow if so',
  },
  help: { flag: true, help: 'this text' },
};

export const LOAD_HELP: string = helpText(
  'offloop demo:load: every approach under the same load, in fresh processes, interleaved',
  OPTIONS,
);

/** The options of the load command, or undefined when only help is wanted. CommandError for wrong ones. */
export function loadOptions(args: readonly string[]): LoadOptions | undefined {
  const values = parseArguments(args, OPTIONS, LOAD_HELP);
  if (values['help'] === true) return undefined;
  const integer = (name: string, least: number, most: number): number =>
    integerOption(values, OPTIONS, name, least, most);
  return {
    workloads: chosenWorkloads(values),
    rounds: integer('rounds', 1, 100),
    seconds: integer('seconds', 1, 600),
    warmUpSeconds: integer('warm-up', 0, 60),
    connections: integer('connections', 1, 1_000),
    rate: values['rate'] === undefined ? undefined : integer('rate', 1, 100_000),
    items: integer('items', 1, MAX_ITEMS),
    n: integer('n', 0, MAX_SLICED_N),
    fork: integer('fork', 1, 32),
    cluster: clusterOption(values),
    catalogue: catalogueOptions(values),
    json: typeof values['json'] === 'string' ? values['json'] : undefined,
    publish: typeof values['publish'] === 'string' ? values['publish'] : undefined,
  };
}

function chosenWorkloads(values: Values): LoadOptions['workloads'] {
  const name = values['workload'] ?? BOTH;
  const workloads = WORKLOADS.filter((each) => name === each || name === BOTH);
  if (workloads.length === 0) {
    throw new CommandError(`--workload takes ${WORKLOADS.join(', ')} or ${BOTH}, got '${String(name)}'`, 2);
  }
  const chosen = workloads.map((workload) => ({ workload, approaches: chosenApproaches(values, workload) }));
  const known = new Set(workloads.flatMap((workload) => approachesFor(workload).map(({ id }) => id)));
  for (const id of wantedIds(values) ?? []) {
    if (!known.has(id)) {
      throw new CommandError(`--contenders takes all or some of ${[...known].join(', ')}, got '${id}'`, 2);
    }
  }
  return chosen.filter(({ approaches }) => approaches.length > 0);
}

function chosenApproaches(values: Values, workload: Workload): Approach[] {
  const all = approachesFor(workload);
  if (values['contenders'] === 'all') return [...all];
  const ids = wantedIds(values);
  return all.filter(({ id, byDefault }) => (ids === undefined ? byDefault : ids.includes(id)));
}

function wantedIds(values: Values): string[] | undefined {
  const text = values['contenders'];
  return typeof text === 'string' && text !== 'all' ? text.split(',') : undefined;
}
