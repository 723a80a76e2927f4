const COUNTERS = [
  'millis',
  'answered',
  /** Time that the loop was busy, and idle, in ms. */
  'active',
  'idle',
  /** CPU time of the process, and of the thread, in s. */
  'processCpu',
  'threadCpu',
  /** Time that the thread waited for a CPU, in s. */
  'threadWait',
  /** Number of map operations. */
  'operations',
  /** Number of times one thread woke the other. */
  'wakeups',
] as const;

/** All counters of a thread at one moment, or what they counted between two. NaN where the system does not tell. */
export type Counters = Readonly<Record<(typeof COUNTERS)[number], number>>;

export const NOTHING: Counters = each(() => 0);

export function minus(one: Counters, other: Counters): Counters {
  return each((name) => one[name] - other[name]);
}

export function plus(one: Counters, other: Counters): Counters {
  return each((name) => one[name] + other[name]);
}

function each(of: (name: keyof Counters) => number): Counters {
  return Object.fromEntries(COUNTERS.map((name) => [name, of(name)])) as Counters;
}
