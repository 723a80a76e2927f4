import { FRAME_HEADER_SIZE, RESPONSE_BACKUP_ACKS_OFFSET } from '@offloop/wire/protocol';
import { CallState, type InvocationTable } from './invocation-table.js';

/** From the start of a response: how many backup acks its call has to wait for. */
export const EXPECTED_ACKS_OFFSET: number = FRAME_HEADER_SIZE + RESPONSE_BACKUP_ACKS_OFFSET;

/** Milliseconds. Looks at the held answers are at least this far apart, however their times are spread. */
const LEAST_PAUSE_MILLIS = 10;

/**
 * Answers that are here before the acks of their backups. One timer serves them all: it is set when the first is held,
 * and looks through the table when the oldest may have waited long enough, so that a call costs no timer of its own.
 */
export class HeldAnswers {
  readonly #table: InvocationTable;
  readonly #timeoutMillis: number;
  readonly #readingSince: () => number;
  readonly #onExpired: (slot: number) => void;
  readonly #onLook: () => void;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  /**
   * @param readingSince `performance.now()` since when every connection is being read: while one is paused, acks may lie
   * unread, and the clocks of all that wait for them stand still.
   * @param onExpired is told of each call whose acks did not come in time.
   * @param onLook runs after those.
   */
  constructor(
    table: InvocationTable,
    timeoutMillis: number,
    readingSince: () => number,
    onExpired: (slot: number) => void,
    onLook: () => void,
  ) {
    this.#table = table;
    this.#timeoutMillis = timeoutMillis;
    this.#readingSince = readingSince;
    this.#onExpired = onExpired;
    this.#onLook = onLook;
  }

  /** Keeps a copy of the answer in `bytes[start, end)`. */
  hold(slot: number, bytes: Buffer, start: number, end: number): void {
    this.#table.hold(slot, Buffer.from(bytes.subarray(start, end)), performance.now());
    this.#arm(this.#timeoutMillis);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #arm(millis: number): void {
    if (this.#timer !== undefined || this.#stopped) return;
    this.#timer = setTimeout(() => {
      // After a standstill timers come first: the acks that arrived meanwhile must be read before anyone misses them.
      setImmediate(() => {
        this.#timer = undefined;
        this.#look();
      });
    }, millis);
  }

  #look(): void {
    const table = this.#table;
    const now = performance.now();
    const readingSince = this.#readingSince();
    let soonest = Infinity;
    for (let slot = 0; slot < table.slots; slot++) {
      if (table.state[slot] !== CallState.ANSWERED) continue;
      const left = Math.max(table.answeredAt[slot], readingSince) + this.#timeoutMillis - now;
      if (left <= 0) this.#onExpired(slot);
      else soonest = Math.min(soonest, left);
    }
    if (soonest !== Infinity) this.#arm(Math.max(soonest, LEAST_PAUSE_MILLIS));
    this.#onLook();
  }
}
