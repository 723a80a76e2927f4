import { Counters } from './counters.js';
import { LAYOUT_VERSION, LINE_LENGTH } from './layout.js';

/**
 * What a shard's two threads tell each other outside the rings, each writer on lines of its own:
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
/** Index of what the caller has taken of spilled bytes, in units of `spillUnits`: a free-running int32 on the caller's line. */
export const SPILLS_TAKEN_INDEX: number = LINE_LENGTH / 4 + 8;
/** Index into the block seen as float64, on the caller's line: bytes of its heap, the whole and what is in use. */
export const HEAP_FLOAT64_INDEX: number = LINE_LENGTH / 8 + 1;

const FLOOR_COUNTERS_OFFSET: number = 2 * LINE_LENGTH;
const FLOOR_COUNTERS = 16;
const PROTOCOL_COUNTERS_OFFSET: number = FLOOR_COUNTERS_OFFSET + 8 * FLOOR_COUNTERS;
/** How many counters a protocol has for itself. */
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
  /** Spilled bytes that were handed over: an int32 in units, as the caller counts what it has taken. */
  SPILLED_UNITS: 6,
  /** When the thread's watchdog last looked, and when a look last found a duty cycle since the one before; in `commonNow()` time. */
  LAST_TURN: 7,
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

  /** The caller, now and then: "my loop still turns". */
  bumpLiveness(): void {
    Atomics.add(this.#words, LIVENESS_INDEX, 1);
  }

  get liveness(): number {
    return Atomics.load(this.#words, LIVENESS_INDEX);
  }

  /**
   * The caller: all that it has taken of spilled bytes so far. TAKEN, then look whether the thread starves: the mirror of
   * `starve`, for bytes outside the ring.
   */
  setSpillsTaken(units: number): void {
    Atomics.store(this.#words, SPILLS_TAKEN_INDEX, units);
  }

  get spillsTaken(): number {
    return Atomics.load(this.#words, SPILLS_TAKEN_INDEX);
  }

  /** The caller, now and then, in bytes; plain stores, as with counters. */
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
