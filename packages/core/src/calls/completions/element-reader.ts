import { decodeLatin1, decodeUtf8 } from '@offloop/runtime';
import { DATA_PAYLOAD_OFFSET, FRAME_HEADER_SIZE } from '@offloop/wire/protocol';
import { CompletionKind } from '@offloop/workers';
import Long from 'long';
import { HazelcastJsonValue } from '../../values/hazelcast-json-value.js';
import type { DataDecoder } from '../../values/serialization/data-decoder.js';
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

  constructor(decoder: DataDecoder, settings: SerializationSettings) {
    this.#decoder = decoder;
    this.#lazyJson =
      settings.jsonStringDeserializationPolicy === JsonStringDeserializationPolicy.NO_DESERIALIZATION;
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
        return bytes.readDoubleBE(start + PAYLOAD_OFFSET);
      case CompletionKind.INT64:
        return Long.fromBits(
          bytes.readInt32BE(start + PAYLOAD_OFFSET + 4),
          bytes.readInt32BE(start + PAYLOAD_OFFSET),
        );
      case CompletionKind.INT32:
        return bytes.readInt32BE(start + PAYLOAD_OFFSET);
      case CompletionKind.NULL:
        return null;
      default:
        return this.#decoder.decodeData(bytes, start + FRAME_HEADER_SIZE, end);
    }
  }
}
