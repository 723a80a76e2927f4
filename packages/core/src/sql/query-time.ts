import { LONGEST_DELAY_MILLIS, monotonicNow } from '@offloop/runtime/clock';
import type { CallOptions } from '../calls/call-options.js';

/**
 * How long the calls of one query may take. The member ends a query after the statement's `timeoutMillis`; one that does not
 * answer in the invocation timeout after that is given up. A query without an end has none here: its rows may stay away for ever.
 */
export class QueryTime {
  readonly #end: number;
  readonly #grace: number;

  /** @param timeoutMillis of the statement: 0 and −1 stand for no end that this client knows. @param graceMillis the invocation timeout */
  constructor(timeoutMillis: number, graceMillis: number) {
    this.#end = timeoutMillis > 0 ? monotonicNow() + timeoutMillis : Infinity;
    this.#grace = graceMillis;
  }

  /** The options of the query's next call. */
  get limits(): CallOptions | undefined {
    if (this.#end === Infinity) return undefined;
    return within(Math.max(0, this.#end - monotonicNow()) + this.#grace);
  }

  /** The options of the call that closes it. */
  get closing(): CallOptions {
    return within(this.#grace);
  }
}

function within(millis: number): CallOptions {
  return { timeout: Math.max(1, Math.min(Math.ceil(millis), LONGEST_DELAY_MILLIS)) };
}
