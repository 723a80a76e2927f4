import type { Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as later } from 'node:timers/promises';

import { Direction } from './faults.js';
import type { Faults } from './faults.js';

// Bytes in a lane above which it reads no more: the sender is held back then, as by a real network's buffers.
const QUEUE_LIMIT = 1024 * 1024;

// A throttled lane sends this many times a second, so that a slow line trickles and does not burst.
const PIECES_PER_SECOND = 20;

const Ending = { FIN: 'fin', RST: 'rst' } as const;
type Ending = (typeof Ending)[keyof typeof Ending];

interface Entry {
  readonly due: number;
  readonly content: Buffer | Ending;
}

/**
 * Passes on one direction of one proxied connection. Bytes and the connection's end go through the same queue, so a fault that holds back
 * the bytes holds back the end, too: that is what makes a connection half-open.
 */
export function openLane(source: Socket, sink: Socket, direction: Direction, faults: Faults): void {
  new Lane(source, sink, direction, faults).open();
}

class Lane {
  readonly #source: Socket;
  readonly #sink: Socket;
  readonly #direction: Direction;
  readonly #faults: Faults;
  readonly #queue: Entry[] = [];
  #queuedBytes = 0;
  #running = false;
  #wake: (() => void) | undefined = undefined;

  constructor(source: Socket, sink: Socket, direction: Direction, faults: Faults) {
    this.#source = source;
    this.#sink = sink;
    this.#direction = direction;
    this.#faults = faults;
  }

  open(): void {
    const unsubscribe = this.#faults.onChange(() => this.#faultsChanged());
    this.#source.on('data', (bytes) => this.#push(bytes));
    this.#source.once('end', () => this.#push(Ending.FIN));
    this.#source.once('close', (hadError) => this.#push(hadError ? Ending.RST : Ending.FIN));
    this.#sink.once('close', () => {
      unsubscribe();
      this.#wake?.();
    });
    this.#steerSource();
  }

  #push(content: Buffer | Ending): void {
    this.#queue.push({ due: performance.now() + this.#faults.delay, content });
    if (typeof content !== 'string') this.#queuedBytes += content.length;
    this.#steerSource();
    if (this.#running) return;
    this.#running = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    for (let entry = this.#queue.shift(); entry !== undefined; entry = this.#queue.shift()) {
      const wait = entry.due - performance.now();
      if (wait > 0) await later(wait);
      await this.#whileDropped();
      if (this.#sink.destroyed) break;
      if (typeof entry.content === 'string') this.#end(entry.content);
      else await this.#deliver(entry.content);
    }
    this.#running = false;
  }

  async #deliver(bytes: Buffer): Promise<void> {
    this.#queuedBytes -= bytes.length;
    const corrupt = this.#direction === Direction.DOWNSTREAM ? this.#faults.corrupt : undefined;
    const content = corrupt === undefined ? bytes : corrupt(bytes);
    for (let offset = 0; offset < content.length && !this.#sink.destroyed;) {
      await this.#whileDropped();
      const { split, bytesPerSecond } = this.#faults;
      const trickle = Math.max(1, Math.floor(bytesPerSecond / PIECES_PER_SECOND));
      const piece = content.subarray(offset, offset + Math.min(split, trickle, content.length - offset));
      offset += piece.length;
      await this.#write(piece);
      if (bytesPerSecond !== Number.POSITIVE_INFINITY) await later((piece.length / bytesPerSecond) * 1000);
      // A turn of the loop between two writes keeps libuv from gathering them into one.
      else if (split !== Number.POSITIVE_INFINITY) await nextTurn();
    }
    this.#steerSource();
  }

  #write(piece: Uint8Array): Promise<void> {
    // A write that fails is followed by the sink's close event, which ends the lane.
    return new Promise((resolve) => {
      if (this.#sink.destroyed) resolve();
      else this.#sink.write(piece, () => resolve());
    });
  }

  #end(ending: Ending): void {
    if (ending === Ending.RST) this.#sink.resetAndDestroy();
    else this.#sink.end();
  }

  async #whileDropped(): Promise<void> {
    while (this.#faults.drops(this.#direction) && !this.#sink.destroyed) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#wake = undefined;
  }

  #faultsChanged(): void {
    this.#steerSource();
    this.#wake?.();
  }

  // Not to read a socket is as close as a process comes to lost packets: the sender's buffer fills, nothing fails, and not even its close
  // is noticed.
  #steerSource(): void {
    if (this.#faults.drops(this.#direction) || this.#queuedBytes > QUEUE_LIMIT) this.#source.pause();
    else this.#source.resume();
  }
}
