import { FloorErrorCode, type MakeError } from '../protocol/errors.js';
import { monotonicNow, pause } from '../shared/clock.js';

/** Milliseconds between two looks at the calls in flight, while `close` waits for them. */
const LOOK_MILLIS = 5;
const DEFAULT_GRACE_MILLIS = 5_000;

/** Options of `Caller.close`. */
export interface CloseOptions {
  /** Milliseconds to wait for the calls in flight, 0 or more; `Infinity`: until all have settled. Default: 0. */
  readonly drain?: number | undefined;
  /** Milliseconds after which a thread that has not ended is terminated, as for `Caller.stop`. Default: 5,000. */
  readonly grace?: number | undefined;
}

/** The states of a caller; see {@link CallerLife}. */
export const CallerState = {
  /** Made, and not started yet: calls reject with `CLOSED`. */
  NEW: 'new',
  /** Calls are carried out. */
  RUNNING: 'running',
  /** `close` waits for the calls in flight. New ones reject with `CLOSED`. */
  CLOSING: 'closing',
  /** `stop` was called: the agents end, or have ended. Calls reject with `CLOSED`. */
  STOPPED: 'stopped',
  /** There is no agent, and none will come: it could not be started, or its thread died too often. Calls reject with `FAILED`. */
  FAILED: 'failed',
} as const;
export type CallerState = (typeof CallerState)[keyof typeof CallerState];

/** The part of a shard that its caller's life uses. */
interface Startable {
  readonly slots: { readonly inFlight: number };
  start(): void;
  /** @param refusal makes the error of the calls in flight. */
  stop(graceMillis: number, refusal: () => Error): Promise<void>;
}

/**
 * The life of a caller and of all its shards. They start and end together: calls are spread over them, and without one of them
 * some calls would find no agent.
 *
 * ```
 *   new ──start──▶ running ──close──▶ closing ──▶ stopped
 *    │                ├──stop────────────────────────▲
 *    │ start throws   │ a thread died too often
 *    └───────────────▶└──▶ failed
 * ```
 */
export class CallerLife {
  readonly #shards: readonly Startable[];
  /** The shards that `start` starts, by their numbers; the others are started one by one. */
  readonly #first: ReadonlySet<number>;
  /** Number of shards that have been started. */
  #started = 0;
  readonly #makeError: MakeError;
  readonly #onEnd: (error: Error | undefined) => void;
  #state: CallerState = CallerState.NEW;
  /** The error by which the caller failed, or that came at its end. */
  #cause: Error | undefined;
  #ended = 0;
  #notReady: number;
  #markReady!: () => void;
  #markNeverReady!: (error: Error) => void;
  /** Resolves when the agents of all shards have started; rejects when the caller ends before. */
  readonly ready: Promise<void>;
  /** True while calls are accepted. It is a field, since each call reads it. */
  isRunning = false;

  /** @param onEnd runs once, when the agents of all shards have ended. */
  constructor(
    shards: readonly Startable[],
    startsLater: (shard: number) => boolean,
    makeError: MakeError,
    onEnd: (error: Error | undefined) => void,
  ) {
    this.#shards = shards;
    this.#first = new Set([...shards.keys()].filter((shard) => !startsLater(shard)));
    this.#makeError = makeError;
    this.#onEnd = onEnd;
    this.#notReady = this.#first.size;
    this.ready = new Promise((resolve, reject) => {
      this.#markReady = resolve;
      this.#markNeverReady = reject;
    });
    // Callers that do not ask for it must not hear of it as an unhandled rejection.
    this.ready.catch(() => undefined);
  }

  get state(): CallerState {
    return this.#state;
  }

  /** True once the agents were told to end, or have ended. */
  get isStopped(): boolean {
    return this.#state === CallerState.STOPPED || this.#state === CallerState.FAILED;
  }

  /** Starts the agent of each shard. If one cannot be started, those before it are stopped, and this throws the reason. */
  start(): void {
    if (this.isRunning) throw this.#makeError(FloorErrorCode.ILLEGAL_STATE, 'the client is started already');
    if (this.#state !== CallerState.NEW) throw this.refusal();
    this.#enter(CallerState.RUNNING);
    try {
      for (const shard of this.#first) this.#start(shard);
    } catch (error) {
      this.#fail(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
  }

  /** Starts the agent of one more shard. If it cannot be started, this throws the reason, and the others go on. */
  startShard(shard: number): void {
    if (!this.isRunning) throw this.refusal();
    this.#start(shard);
  }

  /** Ends the agent of each shard. Resolves when all have ended, or are no longer waited for. */
  async stop(graceMillis: number): Promise<void> {
    if (!this.isStopped) this.#enter(CallerState.STOPPED);
    await Promise.all(this.#shards.map((shard) => shard.stop(graceMillis, () => this.refusal())));
  }

  /** Accepts no more calls, waits for those in flight, then stops. */
  async close({ drain = 0, grace = DEFAULT_GRACE_MILLIS }: CloseOptions): Promise<void> {
    if (this.isRunning) this.#enter(CallerState.CLOSING);
    await this.#drained(monotonicNow() + drain);
    await this.stop(grace);
  }

  /** To be called when the agent of one more shard has started. */
  onReady(): void {
    if (--this.#notReady === 0) this.#markReady();
  }

  /** To be called when a shard has lost its agent and gets no other. */
  onShardEnd(error: Error | undefined): void {
    this.#ended++;
    if (!this.isStopped) this.#fail(error!);
    this.#cause ??= error;
    if (this.#ended === this.#started) this.#onEnd(this.#cause);
  }

  refusal(): Error {
    if (this.#state === CallerState.FAILED) {
      const message = `the client has failed for good: ${this.#cause!.message}`;
      return this.#makeError(FloorErrorCode.FAILED, message, { cause: this.#cause });
    }
    const why = this.#state === CallerState.NEW ? 'not started' : 'shut down';
    return this.#makeError(FloorErrorCode.CLOSED, `the client is ${why}`);
  }

  #start(shard: number): void {
    this.#shards[shard].start();
    this.#started++;
  }

  async #drained(until: number): Promise<void> {
    while (this.#state === CallerState.CLOSING && this.#shards.some(({ slots }) => slots.inFlight > 0)) {
      const left = until - monotonicNow();
      if (left <= 0) return;
      // A look after the other. Not by calls of itself: each would be kept until the last has returned.
      await pause(Math.min(LOOK_MILLIS, left));
    }
  }

  #fail(cause: Error): void {
    this.#cause = cause;
    this.#enter(CallerState.FAILED);
    void this.stop(0);
  }

  #enter(state: CallerState): void {
    this.#state = state;
    this.isRunning = state === CallerState.RUNNING;
    if (this.isStopped) this.#markNeverReady(this.refusal());
  }
}
