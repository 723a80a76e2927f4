import { Slicer } from '../computing/slicers.js';

/** Who does the work, and where: what approaches have in common, and where their URLs begin. */
export const Family = {
  /** offloop without a worker: sockets, decoding and computing on the serving thread. */
  SYNC: 'sync',
  /** On the serving thread like `sync`, but decoding and computing are cut into slices. */
  TIMESLICE: 'timeslice',
  /** offloop as shipped: sockets in a worker thread. */
  WORKERS: 'workers',
  /** `hazelcast-client` on the serving thread. */
  OFFICIAL: 'official',
} as const;
export type Family = (typeof Family)[keyof typeof Family];

export const FAMILIES: readonly Family[] = Object.values(Family);

/** Where a quote is decoded and computed. */
export const Compute = {
  /** On the serving thread, from the documents' texts, all in one go. */
  WHOLE: 'whole',
  /** On the serving thread, from what the client's `get` gave: decoded by the client, when and as it likes. */
  LOOP: 'loop',
  /** In a pool of the server's own, from the document's text: what one can build with any client. */
  POOL: 'pool',
  /** In offloop's compute threads, from the bytes as they arrived: for `workers` only, and its default. */
  TRANSFORM: 'transform',
} as const;
export type Compute = (typeof Compute)[keyof typeof Compute];

export const COMPUTES: readonly Compute[] = Object.values(Compute);

/**
 * Where a family computes unless told otherwise. `sync` is what `timeslice` cuts into slices; the clients are used as one
 * would.
 */
export function defaultCompute(family: Family): Compute {
  switch (family) {
    case Family.SYNC:
      return Compute.WHOLE;
    case Family.WORKERS:
      return Compute.TRANSFORM;
    default:
      return Compute.LOOP;
  }
}

export const Workload = { QUOTE: 'quote', FIB: 'fib' } as const;
export type Workload = (typeof Workload)[keyof typeof Workload];

export const WORKLOADS: readonly Workload[] = Object.values(Workload);

/** What is compared: a family with its options settled. One row of a table, one line of a chart. */
export interface Approach {
  /** Stable, for commands and URLs. */
  readonly id: string;
  readonly title: string;
  readonly family: Family;
  readonly query: Readonly<Record<string, string>>;
  /** Workloads it takes part in. */
  readonly workloads: readonly Workload[];
  /** What it does, in a few words. */
  readonly about: string;
  /** Whether a run that names nobody includes it. */
  readonly byDefault: boolean;
}

const { QUOTE, FIB } = Workload;

/** In the order in which the page shows them. */
export const APPROACHES: readonly Approach[] = [
  {
    id: 'workers',
    title: 'offloop',
    family: Family.WORKERS,
    query: {},
    workloads: [QUOTE],
    about: 'sockets in a worker thread, documents decoded and priced by a transform',
    byDefault: true,
  },
  {
    id: 'workers-fib',
    title: 'offloop',
    family: Family.WORKERS,
    query: {},
    workloads: [FIB],
    about: 'computed in a thread pool',
    byDefault: true,
  },
  {
    id: 'official',
    title: 'official client',
    family: Family.OFFICIAL,
    query: {},
    workloads: [QUOTE],
    about: 'hazelcast-client, everything on the serving thread',
    byDefault: true,
  },
  {
    id: 'sync',
    title: 'offloop without a worker',
    family: Family.SYNC,
    query: {},
    workloads: [QUOTE, FIB],
    about: 'sockets, decoding and pricing on the serving thread',
    byDefault: true,
  },
  ...sliced(Slicer.SET_IMMEDIATE, [QUOTE, FIB], true),
  ...sliced(Slicer.NEXT_TICK, [QUOTE, FIB], false),
  ...sliced(Slicer.SET_TIMEOUT, [QUOTE, FIB], false),
  {
    id: 'workers-get',
    title: 'offloop, plain get',
    family: Family.WORKERS,
    query: { compute: Compute.LOOP },
    workloads: [QUOTE],
    about: 'sockets in a worker thread; priced on the serving thread, after get',
    byDefault: true,
  },
  {
    id: 'workers-pool',
    title: 'offloop, thread pool',
    family: Family.WORKERS,
    query: { compute: Compute.POOL },
    workloads: [QUOTE],
    about: 'sockets in a worker thread; text parsed and priced in a pool of the server',
    byDefault: false,
  },
  {
    id: 'official-pool',
    title: 'official client, thread pool',
    family: Family.OFFICIAL,
    query: { compute: Compute.POOL },
    workloads: [QUOTE],
    about: 'hazelcast-client on the serving thread; text parsed and priced in a pool of the server',
    byDefault: false,
  },
  {
    id: 'sync-get',
    title: 'offloop without a worker, plain get',
    family: Family.SYNC,
    query: { compute: Compute.LOOP },
    workloads: [QUOTE],
    about: 'decoded by the client in slices of its own; priced on the serving thread',
    byDefault: false,
  },
];

function sliced(slicer: Slicer, workloads: readonly Workload[], byDefault: boolean): Approach[] {
  return workloads.map((workload) => ({
    id: workload === QUOTE ? `timeslice-${slicer}` : `fib-${slicer}`,
    title: `sliced by ${slicer}`,
    family: Family.TIMESLICE,
    query: { slicer },
    workloads: [workload],
    about: `${workload === QUOTE ? 'offloop without a worker, ' : ''}on the serving thread, a few steps at a time`,
    byDefault: byDefault || workload === FIB,
  }));
}

export function approachesFor(workload: Workload): readonly Approach[] {
  return APPROACHES.filter((each) => each.workloads.includes(workload));
}

/** The compute of an approach's quotes. */
export function computeOf({ family, query }: Approach): Compute {
  return COMPUTES.find((each) => each === query['compute']) ?? defaultCompute(family);
}

export function approachById(id: string): Approach | undefined {
  return APPROACHES.find((each) => each.id === id);
}

/** The target of a request, such as `/timeslice/fib?slicer=nextTick&n=15`. */
export function targetOf(
  { family, query }: Approach,
  workload: Workload,
  parameters: Readonly<Record<string, string>>,
): string {
  const search = new URLSearchParams({ ...query, ...parameters });
  return `/${family}/${workload}?${search.toString()}`;
}
