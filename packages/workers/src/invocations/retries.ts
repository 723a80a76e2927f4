import { monotonicNow } from '@offloop/runtime/clock';
import type { Counters } from '@offloop/runtime/thread';
import { ErrorCode, type ErrorHolder } from '@offloop/wire';
import {
  addressText,
  type Address,
  type ShardSettings,
  WorkerErrorCode,
  type WireError,
  AgentCounter,
  type RetryQueueDiagnosis,
  RequestFlag,
} from '@offloop/contract';
import {
  FAST_ATTEMPTS,
  isRetryable,
  isRetryableAtMember,
  isRetryableForTask,
} from '../connection/retry-rules.js';
import { MAX_ATTEMPT } from './request-header.js';
import { CallState, type InvocationTable } from './invocation-table.js';
import { RetryQueue } from './retry-queue.js';

/** Milliseconds. Calls without a connection are tried no more often than this, even where retries have no pause. */
const LEAST_OUTAGE_PAUSE_MILLIS = 10;

/** Flags of calls that are not sent again once they may have run, whatever the settings say. */
const SENT_ONCE: number = RequestFlag.PAGE | RequestFlag.CONNECTION | RequestFlag.TELLS_CONNECTION;

export type RetrySettings = Pick<
  ShardSettings,
  'invocationRetryPauseMillis' | 'redoOperation' | 'reconnectMode'
>;

export interface RetriesHandler {
  /** Makes the next attempt of a call. @returns false when there is no connection for it. */
  resend(slot: number): boolean;
  fail(slot: number, generation: number, error: WireError): void;
  /** A `TRACED` call is tried again. @param attempt the number of the next one; the first was 0. */
  onRetry(slot: number, attempt: number, reason: string): void;
}

/** Handles a failed attempt of a call: makes another one, at once or after a pause, or ends the call with an error. */
export class Retries {
  readonly #table: InvocationTable;
  readonly #settings: RetrySettings;
  readonly #counters: Counters;
  readonly #handler: RetriesHandler;
  readonly #queue: RetryQueue;

  /** @param wake asks for a duty cycle in which `sendDue` is called. */
  constructor(
    table: InvocationTable,
    settings: RetrySettings,
    counters: Counters,
    handler: RetriesHandler,
    wake: () => void,
  ) {
    this.#table = table;
    this.#settings = settings;
    this.#counters = counters;
    this.#handler = handler;
    this.#queue = new RetryQueue(settings.invocationRetryPauseMillis, wake);
  }

  /** Handles an exception as the response. @param holders the exception first, then its causes. */
  onError(slot: number, generation: number, holders: readonly ErrorHolder[]): void {
    const code = holders[0]?.errorCode ?? 0;
    if (this.#mayRetryAfter(code, this.#table.flags[slot]))
      return this.#retry(slot, generation, `${holders[0]?.className}: ${holders[0]?.message}`);
    this.#handler.fail(slot, generation, {
      code: WorkerErrorCode.MEMBER,
      message: holders[0]?.message ?? holders[0]?.className ?? 'the member named no error',
      remote: holders,
    });
  }

  /** Handles a call whose connection, to `address`, is lost. The call may or may not have run. */
  onConnectionLost(slot: number, address: Address, reason: Error): void {
    const generation = this.#table.generation[slot];
    if (this.#isRepeatable(this.#table.flags[slot])) return this.#retry(slot, generation, reason.message);
    this.#handler.fail(slot, generation, {
      code: WorkerErrorCode.TARGET_DISCONNECTED,
      message: `the connection to ${addressText(address)} was lost before the answer came: ${reason.message}`,
    });
  }

  /** Handles an attempt that was not sent, because there is no connection for it. */
  onNoConnection(slot: number, generation: number): void {
    if ((this.#table.flags[slot] & RequestFlag.CONNECTION) !== 0) {
      this.#handler.fail(slot, generation, {
        code: WorkerErrorCode.TARGET_DISCONNECTED,
        message: 'the connection that the call belongs to was lost, and the call was not sent',
        details: { sent: 0 },
      });
      return;
    }
    if (this.#settings.reconnectMode === 'ASYNC' || (this.#table.flags[slot] & RequestFlag.PAGE) !== 0) {
      this.#handler.fail(slot, generation, {
        code: WorkerErrorCode.CLIENT_OFFLINE,
        message: 'no connection to the cluster',
      });
      return;
    }
    // The attempt was not sent, so any call may be tried again; `endPauses` will end this pause early.
    const pause = Math.max(this.#settings.invocationRetryPauseMillis, LEAST_OUTAGE_PAUSE_MILLIS);
    this.#enqueue(slot, generation, pause, 'no connection to the cluster');
  }

  /** Sends the calls whose pause is over. */
  sendDue(): void {
    if (this.#queue.size === 0) return;
    const table = this.#table;
    const now = monotonicNow();
    this.#queue.poll(({ slot, generation, reason }) => {
      if (!table.holds(slot, generation) || table.state[slot] !== CallState.WAITING) return;
      if (now > table.deadline[slot]) this.#timeOut(slot, generation, reason);
      else if (!this.#handler.resend(slot)) this.onNoConnection(slot, generation);
    });
  }

  /** Describes the calls that wait for another attempt. */
  diagnose(): RetryQueueDiagnosis {
    return { calls: this.#queue.size, reason: this.#queue.first?.reason ?? null };
  }

  /** Makes all waiting calls due at the next `sendDue`, which it asks for. */
  endPauses(): void {
    this.#queue.endPauses();
  }

  stop(): void {
    this.#queue.stop();
  }

  #mayRetryAfter(code: number, flags: number): boolean {
    if ((flags & RequestFlag.CONNECTION) !== 0) return false;
    if ((flags & RequestFlag.TASK) !== 0 && !isRetryableForTask(code)) return false;
    if ((flags & RequestFlag.MEMBER) !== 0) return isRetryableAtMember(code);
    return code === ErrorCode.TARGET_DISCONNECTED ? this.#isRepeatable(flags) : isRetryable(code);
  }

  /** Returns true if a call that may have run already may be sent again. */
  #isRepeatable(flags: number): boolean {
    if ((flags & SENT_ONCE) !== 0) return false;
    return (flags & RequestFlag.RETRYABLE) !== 0 || this.#settings.redoOperation;
  }

  #retry(slot: number, generation: number, reason: string): void {
    const table = this.#table;
    if (monotonicNow() > table.deadline[slot]) return this.#timeOut(slot, generation, reason);
    this.#counters.count(AgentCounter.RETRIES);
    const attempt = table.attempt[slot] + 1;
    // Attempts past the largest number share it. To be taken for the response of another, one would have to be late by
    // hundreds of pauses.
    table.attempt[slot] = Math.min(attempt, MAX_ATTEMPT);
    if ((table.flags[slot] & RequestFlag.TRACED) !== 0) this.#handler.onRetry(slot, attempt, reason);
    const pause = attempt < FAST_ATTEMPTS ? 0 : this.#settings.invocationRetryPauseMillis;
    this.#enqueue(slot, generation, pause, reason);
  }

  #enqueue(slot: number, generation: number, pauseMillis: number, reason: string): void {
    this.#table.awaitAttempt(slot);
    this.#queue.add({ slot, generation, order: this.#table.order[slot], reason }, pauseMillis);
  }

  #timeOut(slot: number, generation: number, reason: string): void {
    this.#handler.fail(slot, generation, {
      code: WorkerErrorCode.OPERATION_TIMEOUT,
      message: `no attempt succeeded before the deadline; the last one: ${reason}`,
    });
  }
}
