import type { Socket } from 'node:net';
import { Fifo } from '@offloop/runtime/thread';

interface WriteCall {
  readonly slot: number;
  readonly generation: number;
  readonly length: number;
}

/** What an outbox tells. */
export interface OutboxEvents {
  /** The socket has taken bytes of calls, which are not completed yet. `isMuch`: they are to be reported now. */
  onTaken(isMuch: boolean): void;
  /** A call has to be completed. */
  onDone(slot: number, generation: number): void;
}

/** Bytes that the socket has taken and the caller does not know of: with more, it is told at once. */
const REPORT_BYTES = 16_384;

/**
 * The way of the caller's frames to a socket. All calls of a drain are one write of the socket. A call completes when the socket has taken
 * its bytes. That alone does not wake the caller, whom most of the time the server's reply wakes: it is told with the next frame that comes,
 * when it is much, or by and by.
 */
export class Outbox {
  readonly #events: OutboxEvents;
  #unsent: Buffer[] = [];
  /** The calls that the socket has not taken, in order. */
  readonly #waiting = new Fifo<WriteCall>();
  /** The calls that it has taken, and the caller does not know of. */
  #taken: WriteCall[] = [];
  #takenBytes = 0;
  /** Number of calls that were added since the last flush. */
  #added = 0;
  #hasSent = false;

  constructor(events: OutboxEvents) {
    this.#events = events;
  }

  /** Adds the frames of a call, and keeps them. */
  add(slot: number, generation: number, bytes: Buffer): void {
    this.#unsent.push(bytes);
    this.#waiting.push({ slot, generation, length: bytes.length });
    this.#added++;
  }

  /** Gives the socket all that was added, as one write. */
  flush(socket: Socket): void {
    const count = this.#added;
    if (count === 0) return;
    const buffers = this.#unsent;
    this.#unsent = [];
    this.#added = 0;
    this.#hasSent = true;
    if (count > 1) socket.cork();
    for (let i = 0; i < count - 1; i++) socket.write(buffers[i]);
    socket.write(buffers[count - 1], () => this.#take(count));
    if (count > 1) socket.uncork();
  }

  /** Sends bytes that are no call's. */
  send(socket: Socket, bytes: Buffer): void {
    this.#hasSent = true;
    socket.write(bytes);
  }

  /** Returns whether something was sent since this was asked before. */
  checkSent(): boolean {
    const hasSent = this.#hasSent;
    this.#hasSent = false;
    return hasSent;
  }

  /** Completes the calls that the socket has taken. */
  report(): void {
    const taken = this.#taken;
    this.#taken = [];
    this.#takenBytes = 0;
    for (const { slot, generation } of taken) this.#events.onDone(slot, generation);
  }

  /** Completes all calls; what was not sent is dropped. */
  drop(): void {
    this.#unsent = [];
    this.#added = 0;
    this.#taken.push(...this.#waiting.takeAll());
    this.report();
  }

  #take(count: number): void {
    // None is left where all were dropped before the socket let go of them.
    for (let i = 0; i < count && this.#waiting.length > 0; i++) {
      const call = this.#waiting.shift()!;
      this.#taken.push(call);
      this.#takenBytes += call.length;
    }
    if (this.#taken.length > 0) this.#events.onTaken(this.#takenBytes >= REPORT_BYTES);
  }
}
