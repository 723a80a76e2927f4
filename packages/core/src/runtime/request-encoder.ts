import { dataHash, FLAG_FINAL, FRAME_HEADER_SIZE, partitionIdOf } from '@offloop/wire/protocol';
import { copyBytes } from '@offloop/wire/ring';
import type Long from 'long';
import { DataEncoder } from '../serialization/data-encoder.js';
import type { SerializationSettings } from '../serialization/settings.js';
import { putFrameHeader, type WritableBytes } from './frame-bytes.js';
import { TEMPLATE_PARTITION_ID_OFFSET, type ObjectOperation } from './operation.js';

/** A 64-bit field of a request: a duration or an id. */
export type LongField = number | Long;

/** A request whose user code has run. */
export interface WireRequest {
  /** Writes the wire message at `at`, and runs no user code. @returns the offset behind it. */
  write(target: WritableBytes, at: number): number;
}

/** Bytes the scratch for keys begins with; it grows to what keys need. */
const INITIAL_SCRATCH = 1024;
const TWO_TO_32 = 2 ** 32;

/** A request's frames after the prefix: at most key and two values. */
const MAX_FRAMES = 3;

/**
 * One request, from arguments to final wire bytes: `prepare` runs all user code and learns the partition and the size;
 * `write` fills a ring claim (or a buffer) and runs none.
 */
export class RequestEncoder implements WireRequest {
  readonly #encoders: readonly DataEncoder[];
  #scratch: Buffer = Buffer.allocUnsafeSlow(INITIAL_SCRATCH);
  #operation!: ObjectOperation;
  #frames = 0;
  #keyLength = 0;
  #partitionId = -1;
  #fixed0: LongField = 0;
  #fixed1: LongField = 0;
  #fixed2: LongField = 0;
  #fixed3: LongField = 0;

  constructor(settings: SerializationSettings) {
    this.#encoders = Array.from({ length: MAX_FRAMES }, () => new DataEncoder(settings));
  }

  get partitionId(): number {
    return this.#partitionId;
  }

  /**
   * Serializes the key (to scratch: the partition must be known before a claim) and prepares the values.
   *
   * @returns the most bytes the wire message may have. Throws HazelcastSerializationError.
   */
  prepare(
    operation: ObjectOperation,
    partitionCount: number,
    key: unknown,
    value1: unknown,
    value2: unknown,
  ): number {
    const frames = operation.frames;
    // At once, so that `release` knows what to let go of when user code throws.
    this.#operation = operation;
    this.#frames = frames;
    let bound = operation.prefix.length + frames * FRAME_HEADER_SIZE;
    // The key last: its bytes go to the scratch at once, and user code of the values must not come in between.
    if (frames > 1) bound += this.#encoders[1].prepare(value1);
    if (frames > 2) bound += this.#encoders[2].prepare(value2);
    const keyBound = this.#encoders[0].prepare(key);
    if (keyBound > this.#scratch.length) this.#scratch = Buffer.allocUnsafeSlow(keyBound * 2);
    this.#keyLength = this.#encoders[0].write(this.#scratch, 0);
    this.#partitionId = partitionIdOf(dataHash(this.#scratch, 0, this.#keyLength), partitionCount);
    return bound + this.#keyLength;
  }

  /** The fixed-size int64 fields, in the order of the message's definition. */
  setFixed(fixed0: LongField, fixed1: LongField, fixed2: LongField, fixed3: LongField = 0): void {
    this.#fixed0 = fixed0;
    this.#fixed1 = fixed1;
    this.#fixed2 = fixed2;
    this.#fixed3 = fixed3;
  }

  write({ bytes, view }: WritableBytes, at: number): number {
    const { prefix, fixedOffsets } = this.#operation;
    prefix.write(view, at);
    view.setInt32(at + TEMPLATE_PARTITION_ID_OFFSET, this.#partitionId, true);
    // A zero stands in the prefix already, and most of these are 0.
    if (fixedOffsets.length > 0 && this.#fixed0 !== 0) putLong(view, at + fixedOffsets[0], this.#fixed0);
    if (fixedOffsets.length > 1 && this.#fixed1 !== 0) putLong(view, at + fixedOffsets[1], this.#fixed1);
    if (fixedOffsets.length > 2 && this.#fixed2 !== 0) putLong(view, at + fixedOffsets[2], this.#fixed2);
    if (fixedOffsets.length > 3 && this.#fixed3 !== 0) putLong(view, at + fixedOffsets[3], this.#fixed3);

    let end = at + prefix.length + FRAME_HEADER_SIZE;
    copyBytes(this.#scratch, 0, this.#keyLength, bytes, end);
    end += this.#keyLength;
    const keyFrame = end - this.#keyLength - FRAME_HEADER_SIZE;
    putFrameHeader(view, keyFrame, end, this.#frames === 1 ? FLAG_FINAL : 0);
    for (let frame = 1; frame < this.#frames; frame++) {
      const start = end;
      end = this.#encoders[frame].write(bytes, start + FRAME_HEADER_SIZE);
      putFrameHeader(view, start, end, frame === this.#frames - 1 ? FLAG_FINAL : 0);
    }
    return end;
  }

  /** Lets go of the arguments. */
  release(): void {
    for (let frame = 1; frame < this.#frames; frame++) this.#encoders[frame].release();
    this.#encoders[0].release();
  }
}

/** Encoders by depth: user code that runs inside one request's `prepare` may make another request. */
export class EncoderStack {
  readonly #settings: SerializationSettings;
  readonly #encoders: RequestEncoder[] = [];
  #depth = 0;

  constructor(settings: SerializationSettings) {
    this.#settings = settings;
  }

  /** The innermost encoder; give it back with `pop` in a `finally`. */
  push(): RequestEncoder {
    const encoder =
      this.#encoders[this.#depth] ?? (this.#encoders[this.#depth] = new RequestEncoder(this.#settings));
    this.#depth++;
    return encoder;
  }

  pop(): void {
    this.#depth--;
    this.#encoders[this.#depth].release();
  }
}

function putLong(view: DataView, offset: number, value: LongField): void {
  if (typeof value === 'number') {
    view.setInt32(offset, value | 0, true);
    // Two's complement for negatives too: floor, not truncation.
    view.setInt32(offset + 4, (value | 0) === value ? value >> 31 : Math.floor(value / TWO_TO_32), true);
  } else {
    view.setInt32(offset, value.low, true);
    view.setInt32(offset + 4, value.high, true);
  }
}
