import { LONGEST_DELAY_MILLIS, monotonicNow } from '@offloop/runtime/clock';
import type { CallOptions } from '../calls/call-options.js';

/**
 * The time limit of the calls of one query. The member ends a query after the statement's `timeoutMillis`. If the member has not
 * answered by then, the client waits for the invocation timeout and gives the query up. Without `timeoutMillis` its calls have no limit:
 * rows may take for ever.
 */
export class QueryTime {
  readonly #end: number;
  readonly #grace: number;

  /** @param timeoutMillis of the statement; 0 and −1: no limit that the client knows. @param graceMillis the invocation timeout */
  constructor(timeoutMillis: number, graceMillis: number) {
    this.#end = timeoutMillis > 0 ? monotonicNow() + timeoutMillis : Infinity;
    this.#grace = graceMillis;
  }

  get limits(): CallOptions | undefined {
    if (this.#end === Infinity) return undefined;
    return within(Math.max(0, this.#end - monotonicNow()) + this.#grace);
  }

  get closing(): CallOptions {
    return within(this.#grace);
  }
}

function within(millis: number): CallOptions {
  return { timeout: Math.max(1, Math.min(Math.ceil(millis), LONGEST_DELAY_MILLIS)) };
}
