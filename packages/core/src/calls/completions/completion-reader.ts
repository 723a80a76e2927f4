import {
  readCommonBytes,
  readCommonValue,
  type CallerProtocol,
  FloorErrorCode,
  type FloorErrorOptions,
  type RingMemory,
} from '@offloop/runtime';
import { copyBytes } from '@offloop/runtime/bytes';
import { ProtocolError as WireProtocolError, responseShape, ResponseShape } from '@offloop/wire';
import {
  WITH_CONNECTION_MESSAGE_OFFSET,
  CompletionKind,
  WorkerErrorCode,
  type WireError,
} from '@offloop/contract';
import {
  IllegalStateError,
  SchemaAbsent,
  type DataDecoder,
  int64Maker,
  longOf,
  type Int64Maker,
  type SerializationSettings,
} from '@offloop/values';
import { ClientOfflineError, ProtocolError } from '../../errors/own-errors.js';
import { errorFromMember, errorFromWire } from '../../errors/rebuild.js';
import { floorError } from '../floor-error.js';
import type { Operation, WithConnection } from '../operation.js';
import { isUndecoded, ListResult, type ListShape } from './list-result.js';
import type { ShapeTable } from './tape/shape-table.js';
import { ValueList } from './value-list.js';
import { ValueReader } from './value-reader.js';

/** Turns completions into results: the value that a call resolves to, or the error that it rejects with. */
export class CompletionReader implements CallerProtocol<Operation> {
  readonly #decoder: DataDecoder;
  readonly #settings: SerializationSettings;
  readonly #values: ValueReader;
  readonly #int64: Int64Maker;
  readonly #whyNotConnected: () => string | undefined;
  /** The readers of all shards but the first, as each worker numbers its own shapes. */
  readonly #others = new Map<number, CompletionReader>();

  /**
   * @param whyNotConnected returns why there is no connection, for the errors of calls that need one; undefined if there is one.
   */
  constructor(
    decoder: DataDecoder,
    settings: SerializationSettings,
    whyNotConnected: () => string | undefined = () => undefined,
  ) {
    this.#whyNotConnected = whyNotConnected;
    this.#decoder = decoder;
    this.#settings = settings;
    this.#values = new ValueReader(decoder, settings);
    this.#int64 = int64Maker(settings.int64);
  }

  /** Returns the reader of a shard. Each has its own, as each worker numbers its own shapes. */
  ofShard(shard: number): CompletionReader {
    if (shard === 0) return this;
    let reader = this.#others.get(shard);
    if (reader === undefined) {
      reader = new CompletionReader(this.#decoder, this.#settings, this.#whyNotConnected);
      this.#others.set(shard, reader);
    }
    return reader;
  }

  /** The maker of stored values. That of the first shard makes those of all shards. */
  get values(): ValueReader {
    return this.#values;
  }

  /** The shapes that this shard's worker has announced so far. */
  get shapes(): ShapeTable {
    return this.#values.shapes;
  }

  /** Adds a shape of JSON objects that the worker has announced. Values of it may come from here on. */
  onShape(number: number, keys: readonly string[]): void {
    this.#values.addShape(number, keys);
  }

  makeError(code: FloorErrorCode, message: string, options?: FloorErrorOptions): Error {
    const isLate = code === FloorErrorCode.TIMED_OUT;
    return floorError(code, isLate ? this.#explained(message) : message, options);
  }

  readError(failure: unknown): Error {
    // The other half of this protocol made it.
    const error = failure as WireError;
    if (error.remote !== undefined) return errorFromMember(error.remote);
    if (error.code === WorkerErrorCode.CLIENT_OFFLINE)
      return new ClientOfflineError(undefined, this.#whyNotConnected());
    const isLate = error.code === WorkerErrorCode.OPERATION_TIMEOUT;
    return errorFromWire(isLate ? { ...error, message: this.#explained(error.message) } : error);
  }

  /** Adds to a message why there is no connection, if the call waited for one. */
  #explained(message: string): string {
    const why = this.#whyNotConnected();
    return why === undefined ? message : `${message}: ${why}`;
  }

  read(kind: number, ring: RingMemory, start: number, end: number, operation: Operation): unknown {
    if (kind === CompletionKind.INT64) {
      // A long of the message itself, such as a counter, is not a stored value.
      const isCounter = this.#int64 !== longOf && responseShape(operation.spec) === ResponseShape.LONG;
      const make = isCounter ? longOf : this.#int64;
      return make(ring.words[start >> 2], ring.words[(start >> 2) + 1]);
    }
    if (kind < CompletionKind.INT64) return readCommonValue(kind, ring, start, end);
    if (kind === CompletionKind.TAPE) return this.#values.read(kind, ring.bytes, start, end, ring.words);
    return this.#readWith(this.#values.shapes, kind, ring.bytes, start, end, operation);
  }

  readSpilled(kind: number, buffers: readonly ArrayBuffer[], operation: Operation): unknown {
    const [first, second] = buffers;
    // This thread does not read it: it passes on the buffer that the worker transferred.
    if (kind === CompletionKind.RAW) return first;
    if (kind === CompletionKind.LIST && second !== undefined) {
      const list = ValueList.spilled(
        Buffer.from(first),
        Buffer.from(second),
        this.#values,
        this.#values.shapes,
      );
      return new ListResult(list, shapeOf(operation), true, this.#finishOf(operation, list));
    }
    const bytes = Buffer.from(first);
    if (kind < CompletionKind.INT64) return readCommonBytes(kind, bytes, 0, bytes.length);
    return this.#readWith(this.#values.shapes, kind, bytes, 0, bytes.length, operation);
  }

  /**
   * Reads those of Hazelcast's own kinds whose body may also come as a buffer. @param shapes the shapes that were announced before
   * the completion.
   */
  #readWith(
    shapes: ShapeTable,
    kind: number,
    bytes: Buffer,
    start: number,
    end: number,
    operation: Operation,
  ): unknown {
    try {
      return this.#readNow(shapes, kind, bytes, start, end, operation);
    } catch (error) {
      if (!(error instanceof SchemaAbsent)) throw error;
      // COPY: the ring's bytes are given back long before the schema is here.
      const later = this.#readLater(error, shapes, kind, Buffer.from(bytes.subarray(start, end)), operation);
      // The call may have been given up meanwhile.
      later.catch(() => undefined);
      return later;
    }
  }

  async #readLater(
    absent: SchemaAbsent,
    shapes: ShapeTable,
    kind: number,
    bytes: Buffer,
    operation: Operation,
  ): Promise<unknown> {
    await absent.ready();
    return this.#readWith(shapes, kind, bytes, 0, bytes.length, operation);
  }

  #readNow(
    shapes: ShapeTable,
    kind: number,
    bytes: Buffer,
    start: number,
    end: number,
    operation: Operation,
  ): unknown {
    switch (kind) {
      case CompletionKind.FRAMES:
        return decodeFrames(bytes, start, end, operation, this.#decoder);
      case CompletionKind.WITH_CONNECTION:
        return {
          connection: bytes.readInt32LE(start),
          value: decodeFrames(bytes, start + WITH_CONNECTION_MESSAGE_OFFSET, end, operation, this.#decoder),
        } satisfies WithConnection<unknown>;
      case CompletionKind.PAGE:
        return this.#values.readPage(memoryOf(bytes, start, end));
      case CompletionKind.LIST:
        return this.#shortList(shapes, bytes, start, end, operation);
      default:
        return this.#values.read(kind, bytes, start, end);
    }
  }

  #shortList(shapes: ShapeTable, bytes: Buffer, start: number, end: number, operation: Operation): unknown {
    const shape = shapeOf(operation);
    const isLasting = isUndecoded(shape) || operation.readBehind !== undefined;
    // COPY: when elements are read later, the ring's bytes may hold something else.
    const list = isLasting
      ? ValueList.inline(Buffer.from(bytes.subarray(start, end)), 0, this.#values, shapes)
      : ValueList.inline(bytes, start, this.#values, shapes);
    const result = new ListResult(list, shape, isLasting, this.#finishOf(operation, list));
    result.advance(Infinity);
    return result.value;
  }

  #finishOf({ readBehind }: Operation, list: ValueList): ((made: unknown) => unknown) | undefined {
    if (readBehind === undefined) return undefined;
    return (made) =>
      ofWire(() => {
        const behind = list.framesBehind();
        // The frame that ends the list.
        behind.next();
        return readBehind(made as never, behind, this.#decoder);
      });
  }
}

/**
 * Returns memory that lasts and begins with these bytes: rows are made of it later. A buffer that was handed over is not copied.
 */
function memoryOf(bytes: Buffer, start: number, end: number): ArrayBuffer {
  const { buffer } = bytes;
  if (end - start === buffer.byteLength && buffer instanceof ArrayBuffer) return buffer;
  const copy = Buffer.allocUnsafeSlow(end - start);
  copyBytes(bytes, start, end, copy, 0);
  return copy.buffer;
}

function decodeFrames(
  bytes: Buffer,
  start: number,
  end: number,
  operation: Operation,
  decoder: DataDecoder,
): unknown {
  if (operation.decodeFrames === undefined) {
    throw new ProtocolError(
      `the answer to message 0x${operation.spec.id.toString(16)} has an unexpected shape`,
    );
  }
  const { decodeFrames: decode } = operation;
  return ofWire(() => decode(bytes, start, end, decoder));
}

/** Calls `read`, and throws its protocol errors as the class that callers know. */
function ofWire(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    throw error instanceof WireProtocolError ? new ProtocolError(error.message, error) : error;
  }
}

function shapeOf(operation: Operation): ListShape {
  if (operation.list !== undefined) return operation.list;
  throw new IllegalStateError(
    `the answer to message 0x${operation.spec.id.toString(16)} is a list nobody asked for`,
  );
}
