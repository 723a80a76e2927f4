import type { Connection } from '../connection/connection.js';
import { CallState, type InvocationTable } from './invocation-table.js';

export interface GivenUpCallsHandler {
  /** The connection with this number; undefined once it is lost. */
  connection(number: number): Connection | undefined;
  /** The call's bytes are written or dropped: it is owed its completion. */
  complete(slot: number): void;
}

/**
 * Calls that the caller has given up while their bytes wait for the kernel. Their completions are held back until then,
 * because a completion frees the call's bytes in the caller's limit: a member that reads nothing could otherwise make
 * any number of bytes wait, of calls that nobody counts ([0022](../../../../docs/decisions/0022-bytes-count-until-written.md)).
 */
export class GivenUpCalls {
  readonly #table: InvocationTable;
  readonly #handler: GivenUpCallsHandler;
  #slots: number[] = [];
  /** Bytes were written since the last look. */
  #isDue = false;

  constructor(table: InvocationTable, handler: GivenUpCallsHandler) {
    this.#table = table;
    this.#handler = handler;
  }

  /** @returns false when nothing has to be waited for: the call may be completed now. */
  hold(slot: number): boolean {
    if (this.#table.state[slot] !== CallState.SENT || this.#isWritten(slot)) return false;
    this.#table.state[slot] = CallState.GIVEN_UP;
    this.#slots.push(slot);
    return true;
  }

  /** A socket has written bytes. @returns whether `completeWritten` has something to look at now. */
  onWritten(): boolean {
    this.#isDue = this.#slots.length > 0;
    return this.#isDue;
  }

  /** Completes those whose bytes are written. One look for all that was written since the last. */
  completeWritten(): void {
    if (!this.#isDue) return;
    this.#isDue = false;
    const slots = this.#slots;
    this.#slots = [];
    for (const slot of slots) {
      // The call's connection was lost meanwhile, or the agent ends: then the call has had its completion.
      if (this.#table.state[slot] !== CallState.GIVEN_UP) continue;
      if (this.#isWritten(slot)) this.#handler.complete(slot);
      else this.#slots.push(slot);
    }
  }

  #isWritten(slot: number): boolean {
    const connection = this.#handler.connection(this.#table.connection[slot]);
    return connection === undefined || connection.written >= this.#table.sentTo[slot];
  }
}
