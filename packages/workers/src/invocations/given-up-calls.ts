import type { Connection } from '../connection/connection.js';
import { CallState, type InvocationTable } from './invocation-table.js';

export interface GivenUpCallsHandler {
  /** Returns the connection with this number; undefined once it is lost. */
  connection(number: number): Connection | undefined;
  /** Completes a call whose bytes are written or dropped. */
  complete(slot: number): void;
}

/**
 * Holds calls that were given up until their bytes are written. A completion takes the call's bytes off the caller's limit. If it
 * came before, a member that reads nothing could make any number of bytes wait that nobody counts
 * ([0022](../../../../docs/decisions/0022-bytes-count-until-written.md)).
 */
export class GivenUpCalls {
  readonly #table: InvocationTable;
  readonly #handler: GivenUpCallsHandler;
  #slots: number[] = [];
  /** True if bytes were written since the last look. */
  #isDue = false;

  constructor(table: InvocationTable, handler: GivenUpCallsHandler) {
    this.#table = table;
    this.#handler = handler;
  }

  /** Holds a call if its bytes are not written yet. @returns false if they are: complete the call now. */
  hold(slot: number): boolean {
    if (this.#table.state[slot] !== CallState.SENT || this.#isWritten(slot)) return false;
    this.#table.state[slot] = CallState.GIVEN_UP;
    this.#slots.push(slot);
    return true;
  }

  /** To be called when a socket has written bytes. @returns true if `completeWritten` has calls to look at. */
  onWritten(): boolean {
    this.#isDue = this.#slots.length > 0;
    return this.#isDue;
  }

  /** Completes the calls whose bytes are written. One look serves all writes since the last one. */
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
