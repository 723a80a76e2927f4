import { Fifo } from '@offloop/runtime';
import { monotonicNow } from '@offloop/runtime/clock';
import type { ShapeTable } from '../../calls/completions/tape/shape-table.js';
import { BackpressureError } from '../../errors/own-errors.js';
import { guardedCall } from '../../logging/guarded-logger.js';
import { SchemaAbsent } from '@offloop/values';
import { firstSlice, nextSlice } from '../../calls/slice-turns.js';

/** Most bytes of the events that wait for one listener. Events past it are lost, each with a line in the log. */
export const MOST_WAITING_BYTES: number = 16 * 1024 * 1024;

/** Memory that an event takes besides its bytes, roughly, in bytes. */
const BYTES_AN_EVENT = 128;

/**
 * Called with an event, in bytes that are valid until it returns.
 *
 * @param shapes the shapes that were announced before, if a table of the event's values comes before its message (see
 * `ValueList`).
 */
export type OnEvent = (bytes: Buffer, start: number, end: number, shapes?: ShapeTable) => unknown;

interface Waiting {
  readonly bytes: Buffer;
  readonly shapes: ShapeTable | undefined;
}

/**
 * Delivers the events of one listener in the order they come in. An event with a Compact value whose schema has to be fetched
 * first waits, and all that come after it wait behind it.
 */
export class EventOrder {
  readonly #onEvent: OnEvent;
  readonly #report: (error: unknown) => void;
  /** Events that wait. The first of them waits for a schema, or is about to be delivered. */
  readonly #waiting = new Fifo<Waiting>();
  #waitingBytes = 0;

  /**
   * @param onEvent may throw SchemaAbsent: then it is called again when the schema is there.
   * @param report called with any other error of `onEvent` or its promise, and with the reason why an event cannot be delivered.
   */
  constructor(onEvent: OnEvent, report: (error: unknown) => void) {
    this.#onEvent = onEvent;
    this.#report = report;
  }

  /** Delivers an event, now or after those that wait. `bytes` and `shapes` are as in `OnEvent`. */
  tell(bytes: Buffer, start: number, end: number, shapes?: ShapeTable): void {
    const isFirst = this.#waiting.length === 0;
    const absent = isFirst ? this.#tellNow(bytes, start, end, shapes) : undefined;
    if (isFirst && absent === undefined) return;
    this.#wait(bytes, start, end, shapes);
    if (absent !== undefined) void this.#catchUp(absent);
  }

  /** Drops the events that wait, so that the listener gets none of them. */
  end(): void {
    this.#waiting.takeAll();
  }

  #wait(bytes: Buffer, start: number, end: number, shapes: ShapeTable | undefined): void {
    const wanted = this.#waitingBytes + (end - start) + BYTES_AN_EVENT;
    // The first may be of any size: it has to wait somewhere.
    if (wanted > MOST_WAITING_BYTES && this.#waiting.length > 0) {
      const limit = 'the most bytes of events that wait for the schema of a Compact value';
      this.#report(BackpressureError.over(limit, MOST_WAITING_BYTES, wanted));
      return;
    }
    this.#waitingBytes = wanted;
    // COPY: the bytes are valid until `tell` returns.
    this.#waiting.push({ bytes: Buffer.from(bytes.subarray(start, end)), shapes });
  }

  /** Delivers the events that wait, a slice of them a turn of the loop. */
  async #catchUp(absent: SchemaAbsent): Promise<void> {
    let missing: SchemaAbsent | undefined = absent;
    while (this.#waiting.length > 0) {
      // One after the other is the point.
      let until: number;
      if (missing === undefined) {
        until = await nextSlice();
      } else {
        if (!(await this.#isReady(missing))) this.#take();
        until = firstSlice();
      }
      missing = this.#tellSlice(until);
    }
  }

  /**
   * Delivers events for one slice of time. @returns the schema that the first remaining event waits for; undefined if none does.
   *
   * @param until `monotonicNow()` at which the slice ends.
   */
  #tellSlice(until: number): SchemaAbsent | undefined {
    do {
      const event = this.#waiting.peek();
      if (event === undefined) return undefined;
      const { bytes, shapes } = event;
      const absent = this.#tellNow(bytes, 0, bytes.length, shapes);
      if (absent !== undefined) return absent;
      // Not before it was delivered: events that come meanwhile have to wait behind it.
      this.#take();
    } while (monotonicNow() < until);
    return undefined;
  }

  #take(): void {
    const event = this.#waiting.shift();
    if (event !== undefined) this.#waitingBytes -= event.bytes.length + BYTES_AN_EVENT;
  }

  #tellNow(
    bytes: Buffer,
    start: number,
    end: number,
    shapes: ShapeTable | undefined,
  ): SchemaAbsent | undefined {
    let absent: SchemaAbsent | undefined;
    // An error of a listener must not affect other listeners or calls.
    guardedCall(() => {
      try {
        return this.#onEvent(bytes, start, end, shapes);
      } catch (error) {
        if (!(error instanceof SchemaAbsent)) throw error;
        absent = error;
        return undefined;
      }
    }, this.#report);
    return absent;
  }

  async #isReady(absent: SchemaAbsent): Promise<boolean> {
    try {
      await absent.ready();
      return true;
    } catch (error) {
      this.#report(error);
      return false;
    }
  }
}
