import { decodeLatin1, decodeUtf8 } from '@offloop/runtime/bytes';
import { FRAME_HEADER_SIZE } from '@offloop/wire';
import { CompletionKind, DATA_BODY_OFFSETS } from '@offloop/contract';
import {
  IllegalStateError,
  HazelcastJsonValue,
  type DataDecoder,
  int64Maker,
  readInt64,
  type Int64Maker,
  parseJson,
  JsonStringDeserializationPolicy,
  type SerializationSettings,
} from '@offloop/values';
import { AnnouncedShapes } from './tape/announced-shapes.js';
import { RowPage } from './page/row-page.js';
import type { ShapeTable } from './tape/shape-table.js';
import { TapeReader } from './tape/tape-reader.js';

/** Makes stored values from their bytes, by the kind that the worker has found. They are single values and elements of lists. */
export class ValueReader {
  readonly #decoder: DataDecoder;
  readonly #lazyJson: boolean;
  readonly #littleEndian: boolean;
  readonly #int64: Int64Maker;
  readonly #tapes = new TapeReader();
  readonly #shapes = new AnnouncedShapes();

  constructor(decoder: DataDecoder, settings: SerializationSettings) {
    this.#decoder = decoder;
    this.#lazyJson =
      settings.jsonStringDeserializationPolicy === JsonStringDeserializationPolicy.NO_DESERIALIZATION;
    this.#littleEndian = !settings.isBigEndian;
    this.#int64 = int64Maker(settings.int64);
  }

  /** The shapes that the worker has announced so far. */
  get shapes(): ShapeTable {
    return this.#shapes.current;
  }

  /** Adds a shape of JSON objects that the worker has announced. */
  addShape(number: number, keys: readonly string[]): void {
    this.#shapes.add(number, keys);
  }

  /**
   * Throws SchemaAbsent unless the schemas of the Compact values in an element of the kind `DATA` are known. Its frame is
   * `bytes[frame, end)`.
   */
  requireSchemas(bytes: Buffer, frame: number, end: number): void {
    this.#decoder.requireSchemas(bytes, frame + FRAME_HEADER_SIZE, end);
  }

  /** Makes the value of a list's element, whose frame is `bytes[frame, end)`. Throws as `read`. */
  readElement(kind: number, bytes: Buffer, frame: number, end: number): unknown {
    return this.read(kind, bytes, frame + FRAME_HEADER_SIZE + DATA_BODY_OFFSETS[kind], end);
  }

  /** Makes the page of rows that is the body of a `PAGE`. Throws SchemaAbsent. @param buffer the body; the page keeps it. */
  readPage(buffer: ArrayBuffer): RowPage {
    const decoder = this.#decoder;
    const page = new RowPage(buffer, {
      int64: this.#int64,
      data: (bytes, start, end) => decoder.decodeData(bytes, start, end),
    });
    page.eachData((bytes, start, end) => decoder.requireSchemas(bytes, start, end));
    return page;
  }

  /**
   * Makes the value of a list's element, whose text is in the frame `bytes[frame, end)`, and whose tape begins at `tapes[tape]`.
   */
  readTaped(
    words: Int32Array,
    tapes: Buffer,
    tape: number,
    bytes: Buffer,
    frame: number,
    end: number,
    shapes: ShapeTable,
  ): unknown {
    const text = frame + FRAME_HEADER_SIZE + DATA_BODY_OFFSETS[CompletionKind.TAPE];
    return this.#tapes.readApart(words, tapes, tape, bytes, text, end, shapes);
  }

  /**
   * Makes the value whose body is `bytes[start, end)`: the text, the bytes or the number itself, or all of the serialized value
   * for `DATA`. Keeps nothing of `bytes`. Throws HazelcastSerializationError, SchemaAbsent.
   *
   * @param words all the memory that `bytes` is in, for a tape, if the caller has it.
   */
  read(kind: number, bytes: Buffer, start: number, end: number, words?: Int32Array): unknown {
    switch (kind) {
      case CompletionKind.ASCII:
        return decodeLatin1(bytes, start, end);
      case CompletionKind.UTF8:
        return decodeUtf8(bytes, start, end);
      case CompletionKind.JSON: {
        const text = decodeUtf8(bytes, start, end);
        return this.#lazyJson ? new HazelcastJsonValue(text) : parseJson(text);
      }
      case CompletionKind.TAPE:
        return this.#tapes.read(bytes, start, end, this.#shapes.current, words);
      case CompletionKind.BYTES:
        return Buffer.from(bytes.subarray(start, end));
      case CompletionKind.FLOAT64:
        return this.#littleEndian ? bytes.readDoubleLE(start) : bytes.readDoubleBE(start);
      case CompletionKind.INT64:
        return readInt64(bytes, start, this.#littleEndian, this.#int64);
      case CompletionKind.INT32:
        return this.#littleEndian ? bytes.readInt32LE(start) : bytes.readInt32BE(start);
      case CompletionKind.NULL:
        return null;
      case CompletionKind.TRUE:
        return true;
      case CompletionKind.FALSE:
        return false;
      case CompletionKind.DATA:
        return this.#decoder.decodeData(bytes, start, end);
      default:
        throw new IllegalStateError(`unknown completion kind ${kind}`);
    }
  }
}
