/** Options of a connection that reconnects. @typeParam Model the connection that each attempt opens */
export interface CommonRecoveryOptions<Model> {
  /** False: as without `recovery`. Default: true. */
  enabled?: boolean;
  /** Milliseconds before the first attempt. Default: 100. */
  initialDelay?: number;
  /** Milliseconds between attempts, at most. Default: 30000. */
  maxDelay?: number;
  /** What the delay is multiplied by at each attempt. Default: 2. */
  factor?: number;
  /** Random part of the delay, 0 to 1, so that clients do not all reconnect at once. Default: 0.2. */
  jitter?: number;
  /** Attempts in a row, at most. Default: no limit. */
  maxRetries?: number;
  /** Attempts before the first connection, at most. Default: `maxRetries`. */
  initialMaxRetries?: number;
  /** Runs on each new connection, before anyone else gets it, and before the topology comes back. */
  setup?: ((model: Model) => Promise<void>) | ((model: Model, done: (err?: Error) => void) => void);
  /**
   * True: the channels that were created on this connection, and what was declared on them, come back after each loss: exchanges, queues, bindings,
   * prefetch, confirms, consumers. Default: false, as in `amqplib`.
   */
  topology?: boolean;
  /** False: `connect` does not wait for the first connection. Default: true. */
  waitForConnect?: boolean;
  /** Returns the milliseconds to wait before an attempt; the first is 1. The recovery ends if it throws or returns anything else. */
  calculateDelay?: (attempt: number) => number;
}

/** `CommonRecoveryOptions`, with all defaults in their places. */
export interface Recovery<Model> {
  readonly initialDelay: number;
  readonly maxDelay: number;
  readonly factor: number;
  readonly jitter: number;
  readonly maxRetries: number;
  readonly initialMaxRetries: number;
  readonly setup: CommonRecoveryOptions<Model>['setup'];
  readonly topology: boolean;
  readonly waitForConnect: boolean;
  readonly calculateDelay: ((attempt: number) => number) | undefined;
}

/** Takes `recovery` out of the options of `connect`; undefined if the connection is an ordinary one. */
export function recoveryOf<Model>(given: unknown): CommonRecoveryOptions<Model> | undefined {
  if (given === true) return {};
  if (typeof given !== 'object' || given === null) return undefined;
  return (given as { readonly enabled?: unknown }).enabled === false ? undefined : given;
}

/** Puts defaults in place. Numbers out of range are moved into it, as in `amqplib`. */
export function withDefaults<Model>(given: CommonRecoveryOptions<Model>): Recovery<Model> {
  const initialDelay = Math.max(0, finite(given.initialDelay, 100));
  const maxRetries = retries(given.maxRetries, Infinity);
  return {
    initialDelay,
    maxDelay: Math.max(initialDelay, finite(given.maxDelay, 30_000)),
    factor: Math.max(1, finite(given.factor, 2)),
    jitter: Math.min(1, Math.max(0, finite(given.jitter, 0.2))),
    maxRetries,
    initialMaxRetries: retries(given.initialMaxRetries, maxRetries),
    setup: typeof given.setup === 'function' ? given.setup : undefined,
    topology: given.topology === true,
    waitForConnect: given.waitForConnect !== false,
    calculateDelay: typeof given.calculateDelay === 'function' ? given.calculateDelay : undefined,
  };
}

function finite(value: unknown, absent: number): number {
  const number = Number(value);
  return Number.isFinite(number) ? number : absent;
}

function retries(value: unknown, absent: number): number {
  if (value === undefined || value === null) return absent;
  return value === Infinity ? Infinity : Math.max(0, finite(value, absent));
}
