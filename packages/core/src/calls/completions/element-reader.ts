import { decodeLatin1, decodeUtf8 } from '@offloop/runtime';
import { DATA_PAYLOAD_OFFSET, FRAME_HEADER_SIZE } from '@offloop/wire/protocol';
import { CompletionKind } from '@offloop/workers';
import { HazelcastJsonValue } from '../../values/hazelcast-json-value.js';
import type { DataDecoder } from '../../values/serialization/data-decoder.js';
import { int64Maker, readInt64, type Int64Maker } from '../../values/serialization/int64.js';
import { parseJson } from '../../values/serialization/parse-json.js';
import {
  JsonStringDeserializationPolicy,
  type SerializationSettings,
} from '../../values/serialization/settings.js';

/** From a frame's start to its payload, and to the text of a payload that begins with its length. */
const PAYLOAD_OFFSET: number = FRAME_HEADER_SIZE + DATA_PAYLOAD_OFFSET;
const TEXT_OFFSET: number = PAYLOAD_OFFSET + 4;

/** Makes one element of a list from its frame; what kind of value it is, the worker has seen already. */
export class ElementReader {
  readonly #decoder: DataDecoder;
  readonly #lazyJson: boolean;
  readonly #littleEndian: boolean;
  readonly #int64: Int64Maker;

  constructor(decoder: DataDecoder, settings: SerializationSettings) {
    this.#decoder = decoder;
    this.#lazyJson =
      settings.jsonStringDeserializationPolicy === JsonStringDeserializationPolicy.NO_DESERIALIZATION;
    this.#littleEndian = !settings.isBigEndian;
    this.#int64 = int64Maker(settings.int64);
  }

  /** Of an element of the kind `DATA`. Throws SchemaAbsent unless the schemas of a Compact value are known. */
  requireSchemas(bytes: Buffer, start: number, end: number): void {
    this.#decoder.requireSchemas(bytes, start + FRAME_HEADER_SIZE, end);
  }

  /** @param start of the element's frame. Keeps nothing of `bytes`. Throws HazelcastSerializationError. */
  read(kind: number, bytes: Buffer, start: number, end: number): unknown {
    switch (kind) {
      case CompletionKind.ASCII:
        return decodeLatin1(bytes, start + TEXT_OFFSET, end);
      case CompletionKind.UTF8:
        return decodeUtf8(bytes, start + TEXT_OFFSET, end);
      case CompletionKind.JSON: {
        const text = decodeUtf8(bytes, start + TEXT_OFFSET, end);
        return this.#lazyJson ? new HazelcastJsonValue(text) : parseJson(text);
      }
      case CompletionKind.BYTES:
        return Buffer.from(bytes.subarray(start + TEXT_OFFSET, end));
      case CompletionKind.FLOAT64:
        return this.#littleEndian
          ? bytes.readDoubleLE(start + PAYLOAD_OFFSET)
          : bytes.readDoubleBE(start + PAYLOAD_OFFSET);
      case CompletionKind.INT64:
        return readInt64(bytes, start + PAYLOAD_OFFSET, this.#littleEndian, this.#int64);
      case CompletionKind.INT32:
        return this.#littleEndian
          ? bytes.readInt32LE(start + PAYLOAD_OFFSET)
          : bytes.readInt32BE(start + PAYLOAD_OFFSET);
      case CompletionKind.NULL:
        return null;
      default:
        return this.#decoder.decodeData(bytes, start + FRAME_HEADER_SIZE, end);
    }
  }
}
