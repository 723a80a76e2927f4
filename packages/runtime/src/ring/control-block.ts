import { Counters } from './counters.js';
import { LAYOUT_VERSION, LINE_LENGTH } from './layout.js';

/**
 * The first word of a control block, in which a shard's two threads tell each other things outside the rings. Each writer has
 * lines of its own:
 *
 * ```
 *   0         128         256              384                    640
 *   +---------+-----------+----------------+----------------------+
 *   | header  | caller    | floor counters | protocol counters    |
 *   +---------+-----------+----------------+----------------------+
 *     magic,    liveness,   the thread writes both
 *     version   heap,
 *               spills taken
 * ```
 */
export const CONTROL_MAGIC = 0x4f464c43; // "OFLC"

export const LIVENESS_INDEX: number = LINE_LENGTH / 4;
/** Index of the spilled bytes that the caller has taken so far, in units of `spillUnits`: a free-running int32 on its line. */
export const SPILLS_TAKEN_INDEX: number = LINE_LENGTH / 4 + 8;
/** Index, in float64 slots, of two numbers on the caller's line: the bytes of its heap, and how many of them are in use. */
export const HEAP_FLOAT64_INDEX: number = LINE_LENGTH / 8 + 1;

const FLOOR_COUNTERS_OFFSET: number = 2 * LINE_LENGTH;
const FLOOR_COUNTERS = 16;
const PROTOCOL_COUNTERS_OFFSET: number = FLOOR_COUNTERS_OFFSET + 8 * FLOOR_COUNTERS;
/** Number of counters that a protocol has for itself. */
export const PROTOCOL_COUNTERS = 32;
const LENGTH: number = PROTOCOL_COUNTERS_OFFSET + 8 * PROTOCOL_COUNTERS;

/** Counters that the thread keeps for the floor's own statistics. */
export const FloorCounter = {
  WAKEUPS_SENT: 0,
  WAKEUPS_SUPPRESSED: 1,
  RESCUES: 2,
  SPILLS: 3,
  DUTY_CYCLES: 4,
  COMPLETIONS_HIGH_WATER: 5,
  /** Spilled bytes handed over so far, in units of `spillUnits`: a free-running int32. */
  SPILLED_UNITS: 6,
  /** The time of `commonNow()` when the thread's watchdog last ran. */
  LAST_TURN: 7,
  /** The time of `commonNow()` when the watchdog last found that a duty cycle had run since it looked before. */
  LAST_CYCLE: 8,
} as const;
export type FloorCounter = (typeof FloorCounter)[keyof typeof FloorCounter];

/** One thread's view of a shard's control block. */
export class ControlBlock {
  readonly buffer: SharedArrayBuffer;
  readonly floor: Counters;
  readonly protocol: Counters;
  readonly #words: Int32Array;
  readonly #heap: Float64Array;

  private constructor(buffer: SharedArrayBuffer) {
    this.buffer = buffer;
    this.#words = new Int32Array(buffer);
    this.#heap = new Float64Array(buffer, HEAP_FLOAT64_INDEX * 8, 2);
    this.floor = new Counters(new Float64Array(buffer, FLOOR_COUNTERS_OFFSET, FLOOR_COUNTERS));
    this.protocol = new Counters(new Float64Array(buffer, PROTOCOL_COUNTERS_OFFSET, PROTOCOL_COUNTERS));
  }

  static create(): ControlBlock {
    const block = new ControlBlock(new SharedArrayBuffer(LENGTH));
    block.#words[1] = LAYOUT_VERSION;
    block.#words[0] = CONTROL_MAGIC;
    return block;
  }

  static attach(buffer: SharedArrayBuffer): ControlBlock {
    if (buffer.byteLength !== LENGTH)
      throw new Error(
        `not a control block of layout ${LAYOUT_VERSION}: ${buffer.byteLength} bytes, not ${LENGTH}`,
      );
    const block = new ControlBlock(buffer);
    const magic = block.#words[0];
    const version = block.#words[1];
    if (magic !== CONTROL_MAGIC || version !== LAYOUT_VERSION)
      throw new Error(
        `not a control block of layout ${LAYOUT_VERSION}: magic 0x${(magic >>> 0).toString(16)}, version ${version}`,
      );
    return block;
  }

  /** Called by the caller twice a second, as a sign that its loop still turns. */
  bumpLiveness(): void {
    Atomics.add(this.#words, LIVENESS_INDEX, 1);
  }

  get liveness(): number {
    return Atomics.load(this.#words, LIVENESS_INDEX);
  }

  /**
   * Called by the caller with the spilled bytes that it has taken so far, in units. TAKEN, then look whether the thread starves: the
   * mirror of `starve`, for bytes outside the ring.
   */
  setSpillsTaken(units: number): void {
    Atomics.store(this.#words, SPILLS_TAKEN_INDEX, units);
  }

  get spillsTaken(): number {
    return Atomics.load(this.#words, SPILLS_TAKEN_INDEX);
  }

  /** Called by the caller now and then with the bytes of its heap, and those in use. Plain stores, as with counters. */
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
}
