/** The little that benches need of a client, so that one load runs unchanged on either. */
export interface BenchClient {
  getMap(name: string): Promise<BenchMap>;
  /** Cumulative since the start; `null` for a client that does not count. */
  counters(): BenchCounters | null;
  shutdown(): Promise<void>;
}

/** Strings are all that benches store. */
export interface BenchMap {
  get(key: string): Promise<unknown>;
  set(key: string, value: string): Promise<unknown>;
}

export interface BenchCounters {
  /** Doorbells signalled, both directions, all shards. */
  readonly wakeups: number;
  /** Anything but 0 is a lost wake-up that the watchdog repaired: the run is refused. */
  readonly rescues: number;
  /** Workers that died and were replaced: their counters began anew, so the run is refused. */
  readonly restarts: number;
  /** Reads from and writes to sockets; none for what has no socket. */
  readonly reads?: number;
  readonly writes?: number;
}
