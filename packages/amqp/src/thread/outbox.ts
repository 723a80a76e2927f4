import type { Socket } from 'node:net';
import { Fifo } from '@offloop/runtime/thread';

interface WriteCall {
  readonly slot: number;
  readonly generation: number;
  readonly frames: Buffer;
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
/** Bytes that the socket is given at once: enough for few system calls, and little enough to see it take them. */
const BATCH_BYTES = 262_144;

/**
 * The way of the caller's frames to a socket. All calls of a drain are one write of the socket; while it has not taken them, those that follow
 * wait here. A call completes when the socket has taken its bytes. That alone does not wake the caller, whom most of the time the server's
 * reply wakes: it is told with the next frame that comes, when it is much, or by and by.
 */
export class Outbox {
  readonly #socket: Socket;
  readonly #events: OutboxEvents;
  readonly #unsent = new Fifo<WriteCall>();
  /** The calls that the socket was given and has not taken. */
  #given: WriteCall[] = [];
  /** The calls that it has taken, and the caller does not know of. */
  #taken: WriteCall[] = [];
  #takenBytes = 0;
  #hasSent = false;

  constructor(socket: Socket, events: OutboxEvents) {
    this.#socket = socket;
    this.#events = events;
  }

  /** Adds the frames of a call, and keeps them. */
  add(slot: number, generation: number, frames: Buffer): void {
    this.#unsent.push({ slot, generation, frames });
  }

  /** Gives the socket what was added, unless it still has to take what it was given before. */
  flush(): void {
    if (this.#given.length > 0) return;
    const batch: WriteCall[] = [];
    let bytes = 0;
    for (
      let call = this.#unsent.peek();
      call !== undefined && bytes < BATCH_BYTES;
      call = this.#unsent.peek()
    ) {
      batch.push(call);
      bytes += call.frames.length;
      this.#unsent.shift();
    }
    const last = batch.pop();
    if (last === undefined) return;
    this.#given = [...batch, last];
    this.#hasSent = true;
    if (batch.length > 0) this.#socket.cork();
    for (const { frames } of batch) this.#socket.write(frames);
    this.#socket.write(last.frames, () => this.#take(bytes));
    if (batch.length > 0) this.#socket.uncork();
  }

  /** Sends bytes that belong to no call, before the calls that the socket was not given yet. */
  send(bytes: Buffer): void {
    this.#hasSent = true;
    this.#socket.write(bytes);
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
    this.#taken.push(...this.#given, ...this.#unsent.takeAll());
    this.#given = [];
    this.report();
  }

  #take(bytes: number): void {
    // None is left where all were dropped before the socket let go of them.
    if (this.#given.length === 0) return;
    this.#taken.push(...this.#given);
    this.#given = [];
    this.#takenBytes += bytes;
    this.flush();
    this.#events.onTaken(this.#takenBytes >= REPORT_BYTES);
  }
}
