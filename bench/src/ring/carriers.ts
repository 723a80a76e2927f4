import { INSUFFICIENT_CAPACITY, OneToOneRing, starve, takeParked } from '@offloop/runtime/ring';
import { copyBytes } from '@offloop/runtime/bytes';
import type { Worker } from 'node:worker_threads';

/** Takes records to the other thread, and counts what wakes a thread. */
export interface Carrier {
  /** The data that the other thread needs to receive the records. */
  readonly receiver: Receiver;
  /** Sends one batch. Resolves when the next may follow; `false` if that need not be waited for. */
  send(worker: Worker, record: Buffer, first: number, count: number): Promise<void> | false;
  /** Called when the other thread says that it has room again. */
  onRoom(): void;
  readonly wakeups: number;
}

export interface Receiver {
  readonly kind: 'ring' | 'message';
  readonly ring: SharedArrayBuffer | null;
  /** Number of records consumed, int32. */
  readonly progress: SharedArrayBuffer;
  readonly recordBytes: number;
  /** Most records of one drain: 1 makes the consumer read `tail` and publish `head` for each. */
  readonly drainLimit: number;
}

const RING_BYTES = 1024 * 1024;
/** Most records under way that messages may have: about as many small ones as the ring holds. */
const MESSAGE_LIMIT = 4096;
/** The message that rings a doorbell, which carries nothing. */
export const DOORBELL = 0;

class Room {
  #waiting: (() => void) | undefined;
  wait(): Promise<void> {
    return new Promise((resolve) => (this.#waiting = resolve));
  }
  open(): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.();
  }
}

/** Carries records by the product's ring and doorbell. */
export class RingCarrier implements Carrier {
  readonly receiver: Receiver;
  wakeups = 0;
  readonly #ring: OneToOneRing = OneToOneRing.create(RING_BYTES);
  readonly #producer: ReturnType<OneToOneRing['producer']>;
  readonly #publishEach: boolean;
  readonly #room = new Room();

  constructor(recordBytes: number, publishEach: boolean, drainLimit: number) {
    this.#producer = this.#ring.producer();
    this.#publishEach = publishEach;
    const progress = new SharedArrayBuffer(4);
    this.receiver = { kind: 'ring', ring: this.#ring.buffer, progress, recordBytes, drainLimit };
  }

  send(worker: Worker, record: Buffer, first: number, count: number): Promise<void> | false {
    for (let i = 0; i < count; i++) {
      if (!this.#write(record, first + i)) return this.#sendRest(worker, record, first + i, count - i);
      if (this.#publishEach) this.#publish(worker);
    }
    this.#publish(worker);
    return false;
  }

  onRoom(): void {
    this.wakeups++;
    this.#room.open();
  }

  async #sendRest(worker: Worker, record: Buffer, first: number, count: number): Promise<void> {
    this.#publish(worker);
    if (starve(this.#producer, record.length)) await this.#room.wait();
    const rest = this.send(worker, record, first, count);
    if (rest !== false) await rest;
  }

  #write(record: Buffer, sequence: number): boolean {
    const offset = this.#producer.tryClaim(1, record.length);
    if (offset === INSUFFICIENT_CAPACITY) return false;
    copyBytes(record, 0, record.length, this.#ring.bytes, offset);
    this.#ring.words[offset >> 2] = sequence;
    this.#producer.commit();
    return true;
  }

  #publish(worker: Worker): void {
    if (!this.#producer.publish() || !takeParked(this.#producer)) return;
    this.wakeups++;
    worker.postMessage(DOORBELL);
  }
}

export const Cargo = { CLONE: 'clone', CLONE_BATCH: 'clone-batch', TRANSFER: 'transfer' } as const;
export type Cargo = (typeof Cargo)[keyof typeof Cargo];

/**
 * Carries records by `postMessage`: a message for each record, or for each batch, whose bytes are copied by structured clone or
 * transferred.
 */
export class MessageCarrier implements Carrier {
  readonly receiver: Receiver;
  wakeups = 0;
  readonly #cargo: Cargo;
  readonly #consumed: Int32Array;
  readonly #room = new Room();

  constructor(recordBytes: number, cargo: Cargo) {
    this.#cargo = cargo;
    const progress = new SharedArrayBuffer(4);
    this.#consumed = new Int32Array(progress);
    this.receiver = { kind: 'message', ring: null, progress, recordBytes, drainLimit: 0 };
  }

  send(worker: Worker, record: Buffer, first: number, count: number): Promise<void> | false {
    const batch: Uint8Array[] = [];
    for (let i = 0; i < count; i++) {
      // a view of a larger buffer would be cloned with all of it
      const copy = new Uint8Array(record);
      new Int32Array(copy.buffer)[0] = first + i;
      if (this.#cargo === Cargo.CLONE_BATCH) batch.push(copy);
      else this.#post(worker, copy, this.#cargo === Cargo.TRANSFER ? [copy.buffer] : []);
    }
    if (batch.length > 0) this.#post(worker, batch, []);
    const underWay = (first + count - Atomics.load(this.#consumed, 0)) | 0;
    // the receiver says so after every few hundred records
    return underWay > MESSAGE_LIMIT ? this.#room.wait() : false;
  }

  onRoom(): void {
    this.wakeups++;
    this.#room.open();
  }

  #post(worker: Worker, message: unknown, transfer: ArrayBuffer[]): void {
    this.wakeups++;
    worker.postMessage(message, transfer);
  }
}
