import { Slicer, SLICERS } from '../computing/slicers.js';

/** The families of approaches: which client is used, and on which thread it works. A family's name is the first part of its URLs. */
export const Family = {
  /** offloop without a worker: sockets, decoding and computing on the serving thread. */
  SYNC: 'sync',
  /** Like `sync`, but decoding and computing are cut into slices. */
  TIMESLICE: 'timeslice',
  /** offloop as shipped: sockets in a worker thread. */
  WORKERS: 'workers',
  /** `hazelcast-client` on the serving thread. */
  OFFICIAL: 'official',
} as const;
export type Family = (typeof Family)[keyof typeof Family];

export const FAMILIES: readonly Family[] = Object.values(Family);

/** The places where a quote can be decoded and computed. */
export const Compute = {
  /** On the serving thread, from the documents' texts, all in one go. */
  WHOLE: 'whole',
  /** On the serving thread, from the values of the client's `get`: the client has decoded them. */
  LOOP: 'loop',
  /** In a thread pool of the server, from the documents' texts. This can be built with any client. */
  POOL: 'pool',
  /** In offloop's compute threads, from the bytes as they arrived. For `workers` only, and its default. */
  TRANSFORM: 'transform',
} as const;
export type Compute = (typeof Compute)[keyof typeof Compute];

export const COMPUTES: readonly Compute[] = Object.values(Compute);

/**
 * Returns the place where a family computes by default. `sync` computes in one go what `timeslice` computes in slices; `workers` and
 * `official` compute as users of these clients would.
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

/** A way of answering that is compared with others: a family and its options. It is a row of a table, and a line of a chart. */
export interface Approach {
  /** Id for commands and URLs; it never changes. */
  readonly id: string;
  readonly title: string;
  readonly family: Family;
  /** Parameters that the URL of each request has, beside those of the workload. */
  readonly query: Readonly<Record<string, string>>;
  /** Workloads that the approach is measured with. */
  readonly workloads: readonly Workload[];
  /** A few words on what it does, for people. */
  readonly about: string;
  /** True if a run of all approaches includes it. */
  readonly byDefault: boolean;
}

const { QUOTE, FIB } = Workload;

/** The fields of an approach that most have. */
const USUAL = { query: {}, workloads: [QUOTE], byDefault: true };

/** All approaches, in the order in which the page shows them. */
export const APPROACHES: readonly Approach[] = [
  {
    ...USUAL,
    id: 'workers',
    title: 'offloop',
    family: Family.WORKERS,
    about: 'sockets in a worker thread, documents decoded and priced by a transform',
  },
  {
    ...USUAL,
    id: 'workers-fib',
    title: 'offloop',
    family: Family.WORKERS,
    workloads: [FIB],
    about: 'computed in a thread pool',
  },
  {
    ...USUAL,
    id: 'official',
    title: 'official client',
    family: Family.OFFICIAL,
    about: 'hazelcast-client, everything on the serving thread',
  },
  {
    ...USUAL,
    id: 'sync',
    title: 'offloop without a worker',
    family: Family.SYNC,
    workloads: [QUOTE, FIB],
    about: 'sockets, decoding and pricing on the serving thread',
  },
  ...SLICERS.flatMap((slicer) => sliced(slicer)),
  {
    ...USUAL,
    id: 'workers-get',
    title: 'offloop, plain get',
    family: Family.WORKERS,
    query: { compute: Compute.LOOP },
    about: 'sockets in a worker thread; priced on the serving thread, after get',
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

function sliced(slicer: Slicer): Approach[] {
  return [QUOTE, FIB].map((workload) => ({
    id: workload === QUOTE ? `timeslice-${slicer}` : `fib-${slicer}`,
    title: `sliced by ${slicer}`,
    family: Family.TIMESLICE,
    query: { slicer },
    workloads: [workload],
    about: `${workload === QUOTE ? 'offloop without a worker, ' : ''}on the serving thread, a few steps at a time`,
    byDefault: slicer === Slicer.SET_IMMEDIATE || workload === FIB,
  }));
}

export function approachesFor(workload: Workload): readonly Approach[] {
  return APPROACHES.filter((each) => each.workloads.includes(workload));
}

/** Returns the place where an approach computes its quotes. */
export function computeOf({ family, query }: Approach): Compute {
  return COMPUTES.find((each) => each === query['compute']) ?? defaultCompute(family);
}

export function approachById(id: string): Approach | undefined {
  return APPROACHES.find((each) => each.id === id);
}

/** Returns the target of a request, such as `/timeslice/fib?slicer=nextTick&n=15`. */
export function targetOf(
  { family, query }: Approach,
  workload: Workload,
  parameters: Readonly<Record<string, string>>,
): string {
  const search = new URLSearchParams({ ...query, ...parameters });
  return `/${family}/${workload}?${search.toString()}`;
}
