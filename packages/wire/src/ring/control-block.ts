import { LAYOUT_VERSION, LINE_LENGTH } from './layout.js';

/**
 * What a shard's two threads tell each other outside the rings, each word on a line of its own:
 *
 * ```
 *   0         128         256
 *   +---------+-----------+-----------+
 *   | header  | liveness  | counters  |
 *   +---------+-----------+-----------+
 *     magic,    core bumps  the worker
 *     version   it, heap    writes them
 * ```
 */
export const CONTROL_MAGIC = 0x4f464c43; // "OFLC"

export const LIVENESS_INDEX: number = LINE_LENGTH / 4;
/** Index into the block seen as float64, on core's line: bytes of its heap, the whole and what is in use. */
export const HEAP_FLOAT64_INDEX: number = LINE_LENGTH / 8 + 1;
/** Index into the block seen as float64. */
export const COUNTERS_FLOAT64_INDEX: number = (2 * LINE_LENGTH) / 8;

/**
 * Counters the worker keeps for `client.stats()`, in this order. Each is a float64 (exact to 2⁵³) that only the worker
 * writes, by plain stores: a reader sees what was true a moment ago, which is all that statistics need.
 */
export const WorkerCounter = {
  WAKEUPS_SENT: 0,
  WAKEUPS_SUPPRESSED: 1,
  RESCUES: 2,
  BYTES_IN: 3,
  BYTES_OUT: 4,
  WRITES: 5,
  READS: 6,
  MESSAGES_IN: 7,
  RETRIES: 8,
  LATE_RESPONSES: 9,
  SPILLS: 10,
  DUTY_CYCLES: 11,
  COMPLETIONS_HIGH_WATER: 12,
  CONNECTIONS: 13,
  BACKUP_ACKS: 14,
  PACKED: 15,
} as const;
export type WorkerCounter = (typeof WorkerCounter)[keyof typeof WorkerCounter];

const LENGTH = 3 * LINE_LENGTH;

/** One thread's view of a shard's control block. */
export class ControlBlock {
  readonly buffer: SharedArrayBuffer;
  readonly #words: Int32Array;
  readonly #heap: Float64Array;
  readonly #counters: Float64Array;

  private constructor(buffer: SharedArrayBuffer) {
    this.buffer = buffer;
    this.#words = new Int32Array(buffer);
    this.#heap = new Float64Array(buffer, HEAP_FLOAT64_INDEX * 8, 2);
    this.#counters = new Float64Array(buffer, COUNTERS_FLOAT64_INDEX * 8);
  }

  static create(): ControlBlock {
    const block = new ControlBlock(new SharedArrayBuffer(LENGTH));
    block.#words[1] = LAYOUT_VERSION;
    block.#words[0] = CONTROL_MAGIC;
    return block;
  }

  static attach(buffer: SharedArrayBuffer): ControlBlock {
    if (buffer.byteLength !== LENGTH) {
      throw new Error(
        `not a control block of layout ${LAYOUT_VERSION}: ${buffer.byteLength} bytes, not ${LENGTH}`,
      );
    }
    const block = new ControlBlock(buffer);
    const magic = block.#words[0];
    const version = block.#words[1];
    if (magic !== CONTROL_MAGIC || version !== LAYOUT_VERSION) {
      throw new Error(
        `not a control block of layout ${LAYOUT_VERSION}: magic 0x${(magic >>> 0).toString(16)}, version ${version}`,
      );
    }
    return block;
  }

  /** Core, now and then: "the caller's loop still turns". */
  bumpLiveness(): void {
    Atomics.add(this.#words, LIVENESS_INDEX, 1);
  }

  get liveness(): number {
    return Atomics.load(this.#words, LIVENESS_INDEX);
  }

  /** Core, now and then, in bytes; plain stores, as with counters. */
  setHeap(total: number, used: number): void {
    this.#heap[0] = total;
    this.#heap[1] = used;
  }

  get heapTotal(): number {
    return this.#heap[0];
  }

  get heapUsed(): number {
    return this.#heap[1];
  }

  count(counter: WorkerCounter, by: number = 1): void {
    this.#counters[counter] += by;
  }

  set(counter: WorkerCounter, value: number): void {
    this.#counters[counter] = value;
  }

  counter(counter: WorkerCounter): number {
    return this.#counters[counter];
  }
}
