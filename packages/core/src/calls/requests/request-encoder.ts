import type { WritableBytes } from '@offloop/runtime/bytes';
import { copyBytes } from '@offloop/runtime/bytes';
import {
  dataHash,
  FLAG_FINAL,
  FRAME_HEADER_SIZE,
  partitionIdOf,
  TEMPLATE_PARTITION_ID_OFFSET,
} from '@offloop/wire';
import { DataEncoder, type SerializationSettings } from '@offloop/values';
import type { DirectOperation } from '../operation.js';
import { NO_LANE, NO_TARGET, type RoutedRequest } from '../../shards/routed-request.js';
import { fieldOf, type Fields } from './arguments.js';
import { putFixedFields, putFrameHeader } from './fixed-fields.js';
import type { ObjectName } from './object-name.js';
import type { RequestPrefix } from './request-prefix.js';

/** Initial size of the scratch for keys, in bytes; it grows to what keys need. */
const INITIAL_SCRATCH = 1024;
const NO_FIELDS: Fields = {};

/**
 * One request, from arguments to final wire bytes, without a buffer between: `prepare` runs all user code and learns the
 * partition and the size; `write` fills a ring claim (or a buffer) and runs none.
 *
 * ```
 *   +---------------+------------+-------------+-----------+
 *   | initial frame | name frame | value frame | value ... |
 *   +---------------+------------+-------------+-----------+
 *   |<-------- prefix ---------->|<------ per call ------->|
 * ```
 */
export class RequestEncoder implements RoutedRequest {
  maxBytes = 0;
  target: number = NO_TARGET;
  lane: number = NO_LANE;
  partitionId = -1;
  readonly #settings: SerializationSettings;
  readonly #encoders: DataEncoder[] = [];
  #scratch: Buffer = Buffer.allocUnsafeSlow(INITIAL_SCRATCH);
  #operation!: DirectOperation;
  #prefix!: RequestPrefix;
  /** The arguments, until `release`. */
  #fields: Fields = NO_FIELDS;
  #count = 0;
  #keyLength = 0;

  constructor(settings: SerializationSettings) {
    this.#settings = settings;
  }

  /**
   * Serializes the key (to scratch: the partition must be known before a claim) and prepares the values. Throws
   * HazelcastSerializationError.
   *
   * @param partitionId partition of a request that has no key.
   */
  prepare(
    operation: DirectOperation,
    name: ObjectName,
    fields: Fields,
    partitionId: number,
    partitionCount: number,
  ): void {
    const { valueFields, hasKey } = operation;
    const count = valueFields.length;
    const encoders = this.#encoders;
    while (encoders.length < count) encoders.push(new DataEncoder(this.#settings));
    // Set at once, so that `release` knows what to drop when user code throws.
    this.#operation = operation;
    const prefix = name.prefixOf(operation.initial);
    this.#prefix = prefix;
    this.#count = count;
    this.target = NO_TARGET;
    this.partitionId = partitionId;
    this.#fields = fields;
    let maxBytes = prefix.length + count * FRAME_HEADER_SIZE;
    for (let i = hasKey ? 1 : 0; i < count; i++)
      maxBytes += encoders[i].prepare(fieldOf(fields, valueFields[i]));
    this.maxBytes = maxBytes;
    if (!hasKey) return;
    // The key is prepared last: its bytes go to the scratch at once, and user code of the values must not come in between.
    const maxKeyBytes = encoders[0].prepare(fields['key']);
    if (maxKeyBytes > this.#scratch.length) this.#scratch = Buffer.allocUnsafeSlow(maxKeyBytes * 2);
    this.#keyLength = encoders[0].write(this.#scratch, 0);
    this.partitionId = partitionIdOf(dataHash(this.#scratch, 0, this.#keyLength), partitionCount);
    this.maxBytes += this.#keyLength;
  }

  write({ bytes, view }: WritableBytes, at: number): number {
    const { initial, valuesToKey } = this.#operation;
    const count = this.#count;
    const prefix = this.#prefix;
    let end = count === 0 ? prefix.writeExactly(view, at) : prefix.write(view, at);
    view.setInt32(at + TEMPLATE_PARTITION_ID_OFFSET, this.partitionId, true);
    putFixedFields(view, at, initial.fixed, this.#fields);
    if (valuesToKey > 0) {
      if (valuesToKey > 1) end = this.#writeBeforeKey(bytes, view, end, valuesToKey);
      const start = end;
      end = start + FRAME_HEADER_SIZE + this.#keyLength;
      copyBytes(this.#scratch, 0, this.#keyLength, bytes, start + FRAME_HEADER_SIZE);
      putFrameHeader(view, start, end, count === valuesToKey ? FLAG_FINAL : 0);
    }
    for (let i = valuesToKey; i < count; i++) {
      const start = end;
      end = this.#encoders[i].write(bytes, start + FRAME_HEADER_SIZE);
      putFrameHeader(view, start, end, i === count - 1 ? FLAG_FINAL : 0);
    }
    return end;
  }

  /** Writes the values before the key: a processor's request has one. */
  #writeBeforeKey(bytes: Buffer, view: DataView, at: number, valuesToKey: number): number {
    let end = at;
    // The first encoder is the key's.
    for (let i = 1; i < valuesToKey; i++) {
      const start = end;
      end = this.#encoders[i].write(bytes, start + FRAME_HEADER_SIZE);
      putFrameHeader(view, start, end, 0);
    }
    return end;
  }

  /** Drops the values. */
  release(): void {
    this.#fields = NO_FIELDS;
    for (let i = 0; i < this.#count; i++) this.#encoders[i].release();
  }
}

/** A stack of encoders: user code that runs inside one request's `prepare` may make another request. */
export class EncoderStack {
  readonly #settings: SerializationSettings;
  readonly #encoders: RequestEncoder[] = [];
  #depth = 0;

  constructor(settings: SerializationSettings) {
    this.#settings = settings;
  }

  /** Returns an encoder that is not in use; give it back with `pop` in a `finally`. */
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
