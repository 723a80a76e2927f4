import { copyBytes } from '../../bytes/copy-bytes.js';
import { Fifo } from '../../shared/fifo.js';
import type { SocketWriter } from './socket-writer.js';

interface WriteCall {
  readonly slot: number;
  readonly generation: number;
}

/** Bytes that lie one behind the other, of the calls that have brought them. */
interface Chunk {
  readonly bytes: Buffer;
  length: number;
  readonly calls: WriteCall[];
}

export interface OutboxEvents {
  /** The socket has taken bytes of calls, which are not completed yet. `isMuch`: they are to be reported now. */
  onTaken(isMuch: boolean): void;
  /** A call has to be completed. */
  onDone(slot: number, generation: number): void;
}

/** Bytes that the socket has taken and the caller does not know of: with more, it is told at once. */
const REPORT_BYTES = 65_536;
/** Bytes that the socket is given at once: enough for few system calls, and little enough to see it take them. */
const BATCH_BYTES = 262_144;
/** Bytes of memory that is used again and again. */
const SLAB_BYTES = 65_536;
/** Slabs that are kept: one is filled while the socket takes another. */
const MOST_SPARE = 2;

/**
 * The way of the calls' bytes to a socket. All calls of a drain are one write of the socket; while it has not taken them, those that follow
 * wait here. A call completes when the socket has taken its bytes. That alone does not wake the caller, since the server's reply mostly
 * does: it is told with the next message that comes, when there is much to tell, or after a while.
 */
export class Outbox {
  /** Takes what goes out. It may be replaced between two writes. */
  writer: SocketWriter;
  readonly #events: OutboxEvents;
  readonly #unsent = new Fifo<Chunk>();
  /** The last chunk, while it has room and the socket was not given it. */
  #filling: Chunk | undefined;
  readonly #spare: Buffer[] = [];
  /** The chunks that the socket was given and has not taken. */
  #given: Chunk[] = [];
  /** Those that it was given by `giveAll`. */
  readonly #last: Chunk[] = [];
  /** The calls that it has taken, and the caller does not know of. */
  #taken: WriteCall[] = [];
  #takenBytes = 0;
  #hasSent = false;

  constructor(writer: SocketWriter, events: OutboxEvents) {
    this.writer = writer;
    this.#events = events;
  }

  /** Adds the bytes of a call, `bytes[start, start + length)`, which are copied. */
  add(slot: number, generation: number, bytes: Buffer, start: number, length: number): void {
    let chunk = this.#filling;
    if (chunk === undefined || chunk.length + length > chunk.bytes.length) chunk = this.#begin(length);
    copyBytes(bytes, start, start + length, chunk.bytes, chunk.length);
    chunk.length += length;
    chunk.calls.push({ slot, generation });
  }

  /** Adds the bytes of a call, in memory that nobody else uses. */
  addWhole(slot: number, generation: number, bytes: Buffer): void {
    this.#filling = undefined;
    this.#unsent.push({ bytes, length: bytes.length, calls: [{ slot, generation }] });
  }

  /** Gives the socket what was added, unless it still has to take what it was given before. */
  flush(): void {
    if (this.#given.length > 0) return;
    let bytes = 0;
    for (
      let chunk = this.#unsent.peek();
      chunk !== undefined && bytes < BATCH_BYTES;
      chunk = this.#unsent.peek()
    ) {
      this.#given.push(chunk);
      bytes += chunk.length;
      this.#unsent.shift();
      if (chunk === this.#filling) this.#filling = undefined;
    }
    if (bytes === 0) return;
    this.#hasSent = true;
    this.writer.write(this.#given.map(written), () => this.#take(bytes));
  }

  /** Gives the socket all that was added, however much it still has to take. */
  giveAll(): void {
    this.#filling = undefined;
    const chunks = this.#unsent.takeAll();
    this.#last.push(...chunks);
    if (chunks.length > 0) this.writer.write(chunks.map(written));
  }

  /** Sends bytes that belong to no call here, as one write, before the calls that the socket was not given yet. */
  send(parts: readonly Buffer[]): void {
    this.#hasSent = true;
    this.writer.write(parts);
  }

  /** Takes what was added and the socket was not given. Its calls complete with `drop`. */
  takeUnsent(): Buffer[] {
    this.#filling = undefined;
    const chunks = this.#unsent.takeAll();
    this.#last.push(...chunks);
    return chunks.map(written);
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
    for (const { calls } of [...this.#given, ...this.#last.splice(0), ...this.#unsent.takeAll()])
      this.#taken.push(...calls);
    this.#given = [];
    this.#filling = undefined;
    this.report();
  }

  #begin(length: number): Chunk {
    const bytes =
      length > SLAB_BYTES
        ? Buffer.allocUnsafeSlow(length)
        : (this.#spare.pop() ?? Buffer.allocUnsafeSlow(SLAB_BYTES));
    const chunk: Chunk = { bytes, length: 0, calls: [] };
    this.#unsent.push(chunk);
    return (this.#filling = chunk);
  }

  #take(bytes: number): void {
    const given = this.#given;
    // None is left where all were dropped before the socket let go of them.
    if (given.length === 0) return;
    this.#given = [];
    this.#takenBytes += bytes;
    for (const chunk of given) {
      this.#taken.push(...chunk.calls);
      if (chunk.bytes.length === SLAB_BYTES && this.#spare.length < MOST_SPARE) this.#spare.push(chunk.bytes);
    }
    this.flush();
    this.#events.onTaken(this.#takenBytes >= REPORT_BYTES);
  }
}

function written({ bytes, length }: Chunk): Buffer {
  return bytes.subarray(0, length);
}
