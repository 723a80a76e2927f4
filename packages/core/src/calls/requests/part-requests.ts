import { writable, type WritableBytes, copyBytes } from '@offloop/runtime/bytes';
import {
  ANY_PARTITION,
  dataHash,
  FLAG_BEGIN_STRUCT,
  FLAG_END_STRUCT,
  FLAG_FINAL,
  FRAME_HEADER_SIZE,
  partitionIdOf,
  TEMPLATE_PARTITION_ID_OFFSET,
} from '@offloop/wire';
import { DataEncoder, keyIdentity, type SerializationSettings } from '@offloop/values';
import type { PartOperation } from '../operation.js';
import { NO_LANE, NO_TARGET, type RoutedRequest } from '../../shards/routed-request.js';
import type { Fields } from './arguments.js';
import { putFixedFields, putFrameHeader } from './fixed-fields.js';
import type { ObjectName } from './object-name.js';
import type { RequestPrefix } from './request-prefix.js';

/** Initial size of the frames' buffer, in bytes for each object, and its limit; the buffer doubles when full. */
const BYTES_AN_OBJECT = 32;
const MOST_INITIAL_BYTES = 64 * 1024;

/**
 * One call of many objects, as one request a partition. An object is serialized when it is added, with its frame header, into one
 * buffer of the call's own. A buffer for each would cost more than the serializing.
 */
export class PartRequests<Arguments extends Fields = never, Result = unknown> {
  readonly operation: PartOperation<Arguments, Result>;
  readonly name: ObjectName;
  readonly #prefix: RequestPrefix;
  readonly #fields: Fields;
  readonly #frames: Frames;
  readonly #byPartition = new Map<number, PartRequest>();

  /**
   * @param fields the fields that every request has besides its objects.
   * @param objects expected number of objects, keys and values; an estimate.
   */
  constructor(
    operation: PartOperation<Arguments, Result>,
    name: ObjectName,
    fields: NoInfer<Arguments>,
    settings: SerializationSettings,
    objects: number,
  ) {
    this.operation = operation;
    this.name = name;
    this.#prefix = name.prefixOf(operation.initial);
    this.#fields = fields;
    const bytes = Math.min(objects * BYTES_AN_OBJECT, MOST_INITIAL_BYTES);
    this.#frames = new Frames(new DataEncoder(settings), bytes);
  }

  /** The requests, in the order in which their partitions were first met. */
  get requests(): PartRequest[] {
    return [...this.#byPartition.values()];
  }

  /** Adds a key to the request of its partition. Throws HazelcastSerializationError. */
  addKey(key: unknown, partitionCount: number): void {
    const frames = this.#frames;
    const start = frames.append(key);
    this.#partOf(start, partitionCount).add(start, frames.length);
  }

  /**
   * Adds a key unless one of the same bytes was added before. `seen` has the identities of those that were added. Throws
   * HazelcastSerializationError.
   *
   * @returns true if it was added.
   */
  addKeyOnce(key: unknown, partitionCount: number, seen: Set<string>): boolean {
    const frames = this.#frames;
    const start = frames.append(key);
    const identity = keyIdentity(frames.bytes, start + FRAME_HEADER_SIZE, frames.length);
    if (seen.has(identity)) {
      frames.length = start;
      return false;
    }
    seen.add(identity);
    this.#partOf(start, partitionCount).add(start, frames.length);
    return true;
  }

  /** Adds a key and its value to the key's partition: both, or neither. Throws HazelcastSerializationError. */
  addPair(key: unknown, value: unknown, partitionCount: number): void {
    const frames = this.#frames;
    const start = frames.append(key);
    const end = frames.length;
    frames.append(value);
    this.#partOf(start, partitionCount, end).add(start, frames.length);
  }

  addListed(key: unknown, values: readonly unknown[], partitionCount: number): void {
    const frames = this.#frames;
    const start = frames.append(key);
    const end = frames.length;
    frames.appendMark(FLAG_BEGIN_STRUCT);
    for (const value of values) frames.append(value);
    frames.appendMark(FLAG_END_STRUCT);
    this.#partOf(start, partitionCount, end).add(start, frames.length);
  }

  #partOf(start: number, partitionCount: number, end: number = this.#frames.length): PartRequest {
    const hash = dataHash(this.#frames.bytes, start + FRAME_HEADER_SIZE, end);
    const partitionId = partitionCount === 0 ? ANY_PARTITION : partitionIdOf(hash, partitionCount);
    let part = this.#byPartition.get(partitionId);
    if (part === undefined) {
      part = new PartRequest(this.operation, this.#prefix, this.#fields, partitionId, this.#frames);
      this.#byPartition.set(partitionId, part);
    }
    return part;
  }
}

/** The objects of one partition: a list of `Data` behind the object's name. */
export class PartRequest implements RoutedRequest {
  /** Length of the wire message in bytes. */
  maxBytes: number;
  target: number = NO_TARGET;
  lane: number = NO_LANE;
  readonly partitionId: number;
  readonly #operation: PartOperation;
  readonly #prefix: RequestPrefix;
  readonly #fields: Fields;
  readonly #frames: Frames;
  /** Start and end of each piece, one after another. */
  readonly #pieces: number[] = [];

  constructor(
    operation: PartOperation,
    prefix: RequestPrefix,
    fields: Fields,
    partitionId: number,
    frames: Frames,
  ) {
    this.maxBytes = prefix.length + 2 * FRAME_HEADER_SIZE;
    this.#operation = operation;
    this.#prefix = prefix;
    this.#fields = fields;
    this.partitionId = partitionId;
    this.#frames = frames;
  }

  add(start: number, end: number): void {
    this.#pieces.push(start, end);
    this.maxBytes += end - start;
  }

  write({ bytes, view }: WritableBytes, at: number): number {
    const list = this.#prefix.write(view, at);
    view.setInt32(at + TEMPLATE_PARTITION_ID_OFFSET, this.partitionId, true);
    putFixedFields(view, at, this.#operation.initial.fixed, this.#fields);
    let end = list + FRAME_HEADER_SIZE;
    putFrameHeader(view, list, end, FLAG_BEGIN_STRUCT);
    const pieces = this.#pieces;
    for (let piece = 0; piece < pieces.length; piece += 2) {
      copyBytes(this.#frames.bytes, pieces[piece], pieces[piece + 1], bytes, end);
      end += pieces[piece + 1] - pieces[piece];
    }
    putFrameHeader(view, end, end + FRAME_HEADER_SIZE, FLAG_END_STRUCT | FLAG_FINAL);
    return end + FRAME_HEADER_SIZE;
  }
}

/** A buffer that grows, with frames one behind the other. */
class Frames {
  length = 0;
  #target: WritableBytes;
  readonly #encoder: DataEncoder;

  constructor(encoder: DataEncoder, initialBytes: number) {
    this.#target = writable(Buffer.allocUnsafe(initialBytes));
    this.#encoder = encoder;
  }

  get bytes(): Buffer {
    return this.#target.bytes;
  }

  /** Appends a value in a frame. @returns where the frame starts; it ends at `length`. */
  append(value: unknown): number {
    // Runs user code, which has no access to this encoder and these bytes.
    const maxBytes = this.#encoder.prepare(value);
    const start = this.length;
    this.#makeRoom(start + FRAME_HEADER_SIZE + maxBytes);
    this.length = this.#encoder.write(this.bytes, start + FRAME_HEADER_SIZE);
    putFrameHeader(this.#target.view, start, this.length, 0);
    return start;
  }

  /** Appends a frame without content. */
  appendMark(flags: number): void {
    const start = this.length;
    this.#makeRoom(start + FRAME_HEADER_SIZE);
    this.length = start + FRAME_HEADER_SIZE;
    putFrameHeader(this.#target.view, start, this.length, flags);
  }

  #makeRoom(needed: number): void {
    if (needed <= this.bytes.length) return;
    const bytes = Buffer.allocUnsafe(Math.max(needed, 2 * this.bytes.length));
    this.bytes.copy(bytes, 0, 0, this.length);
    this.#target = writable(bytes);
  }
}
