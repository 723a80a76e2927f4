/** A client as loads use it: the few methods that they need, so that one load runs unchanged on either client. */
export interface BenchClient {
  getMap(name: string): Promise<BenchMap>;
  /** Returns the counters since the start; null for a client that does not count. */
  counters(): BenchCounters | null;
  shutdown(): Promise<void>;
}

/** A map of strings: these loads store nothing else. */
export interface BenchMap {
  get(key: string): Promise<unknown>;
  set(key: string, value: string): Promise<unknown>;
}

export interface BenchCounters {
  /** Number of doorbells signalled, in both directions and over all shards. */
  readonly wakeups: number;
  /** Number of lost wake-ups that the watchdog repaired. A run with any is refused. */
  readonly rescues: number;
  /** Number of workers that died and were replaced. A run with any is refused, as their counters began anew. */
  readonly restarts: number;
  /** Number of reads from sockets; absent for a client without a socket. */
  readonly reads?: number;
  /** Number of writes to sockets; absent for a client without a socket. */
  readonly writes?: number;
}
