import { Slicer } from './slicers.js';

/** Who does the work, and where. */
export const Approach = {
  /** offloop without a worker: sockets, decoding and computing on the serving thread. */
  SYNC: 'sync',
  /** The same, but decoding and computing cut into slices. */
  TIMESLICE: 'timeslice',
  /** offloop as shipped: sockets in a worker thread. */
  WORKERS: 'workers',
  /** `hazelcast-client` on the serving thread. */
  OFFICIAL: 'official',
} as const;
export type Approach = (typeof Approach)[keyof typeof Approach];

export const APPROACHES: readonly Approach[] = Object.values(Approach);

/** Where a quote is decoded and computed. */
export const Compute = {
  /** On the serving thread, from the documents' texts, all in one go. */
  WHOLE: 'whole',
  /** On the serving thread, from what the client's `get` gave: decoded by the client, when and as it likes. */
  LOOP: 'loop',
  /** In a pool of the server's own, from the document's text: what one can build with any client. */
  POOL: 'pool',
  /** By offloop's compute threads, from the bytes as they arrived: `workers` only, and its default. */
  TRANSFORM: 'transform',
} as const;
export type Compute = (typeof Compute)[keyof typeof Compute];

export const COMPUTES: readonly Compute[] = Object.values(Compute);

/**
 * Where an approach computes unless told otherwise. `sync` is what `timeslice` cuts into slices; the clients are used as one
 * would.
 */
export function defaultCompute(approach: Approach): Compute {
  switch (approach) {
    case Approach.SYNC:
      return Compute.WHOLE;
    case Approach.WORKERS:
      return Compute.TRANSFORM;
    default:
      return Compute.LOOP;
  }
}

export const Workload = { QUOTE: 'quote', FIB: 'fib' } as const;
export type Workload = (typeof Workload)[keyof typeof Workload];

export const WORKLOADS: readonly Workload[] = Object.values(Workload);

/** An approach with its options settled: one row of a table, one line of a chart. */
export type Contender = {
  /** Stable, for commands and URLs. */
  readonly id: string;
  readonly title: string;
  readonly approach: Approach;
  readonly query: Readonly<Record<string, string>>;
  /** What it takes part in. */
  readonly workloads: readonly Workload[];
  /** What it does, in a few words. */
  readonly about: string;
  /** Whether a run that names nobody includes it. */
  readonly byDefault: boolean;
};

const { QUOTE, FIB } = Workload;

export const CONTENDERS: readonly Contender[] = [
  {
    id: 'sync',
    title: 'sync',
    approach: Approach.SYNC,
    query: {},
    workloads: [QUOTE, FIB],
    about: 'everything on the serving thread',
    byDefault: true,
  },
  {
    id: 'sync-get',
    title: 'sync, get',
    approach: Approach.SYNC,
    query: { compute: Compute.LOOP },
    workloads: [QUOTE],
    about: 'offloop without a worker, which decodes in slices of its own; priced on the serving thread',
    byDefault: false,
  },
  ...sliced(Slicer.SET_IMMEDIATE, [QUOTE, FIB], true),
  ...sliced(Slicer.NEXT_TICK, [QUOTE, FIB], false),
  ...sliced(Slicer.SET_TIMEOUT, [QUOTE, FIB], false),
  {
    id: 'official',
    title: 'official',
    approach: Approach.OFFICIAL,
    query: {},
    workloads: [QUOTE],
    about: 'hazelcast-client, everything on the serving thread',
    byDefault: true,
  },
  {
    id: 'official-pool',
    title: 'official + pool',
    approach: Approach.OFFICIAL,
    query: { compute: Compute.POOL },
    workloads: [QUOTE],
    about: 'hazelcast-client on the serving thread; text parsed and priced in a pool of the server',
    byDefault: false,
  },
  {
    id: 'workers',
    title: 'workers',
    approach: Approach.WORKERS,
    query: {},
    workloads: [QUOTE],
    about: 'sockets in a worker thread, documents decoded and priced by a transform',
    byDefault: true,
  },
  {
    id: 'workers-get',
    title: 'workers, get',
    approach: Approach.WORKERS,
    query: { compute: Compute.LOOP },
    workloads: [QUOTE],
    about: 'sockets in a worker thread; priced on the serving thread, after get',
    byDefault: true,
  },
  {
    id: 'workers-pool',
    title: 'workers + pool',
    approach: Approach.WORKERS,
    query: { compute: Compute.POOL },
    workloads: [QUOTE],
    about: 'sockets in a worker thread; text parsed and priced in a pool of the server',
    byDefault: false,
  },
  {
    id: 'workers-fib',
    title: 'workers',
    approach: Approach.WORKERS,
    query: {},
    workloads: [FIB],
    about: 'computed in a thread pool',
    byDefault: true,
  },
];

function sliced(slicer: Slicer, workloads: readonly Workload[], byDefault: boolean): Contender[] {
  return workloads.map((workload) => ({
    id: workload === QUOTE ? `timeslice-${slicer}` : `fib-${slicer}`,
    title: workload === QUOTE && byDefault ? 'timeslice' : `timeslice: ${slicer}`,
    approach: Approach.TIMESLICE,
    query: { slicer },
    workloads: [workload],
    about: `on the serving thread, in slices by ${slicer}`,
    byDefault: byDefault || workload === FIB,
  }));
}

export function contendersFor(workload: Workload): readonly Contender[] {
  return CONTENDERS.filter((each) => each.workloads.includes(workload));
}

/** The compute of a contender's quotes. */
export function computeOf({ approach, query }: Contender): Compute {
  return COMPUTES.find((each) => each === query['compute']) ?? defaultCompute(approach);
}

export function contender(id: string): Contender | undefined {
  return CONTENDERS.find((each) => each.id === id);
}

/** The target of a request, such as `/timeslice/fib?slicer=nextTick&n=15`. */
export function targetOf(
  { approach, query }: Contender,
  workload: Workload,
  parameters: Readonly<Record<string, string>>,
): string {
  const search = new URLSearchParams({ ...query, ...parameters });
  return `/${approach}/${workload}?${search.toString()}`;
}
