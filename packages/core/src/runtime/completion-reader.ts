import { COMPLETION_BODY_OFFSET, CompletionKind, type OneToOneRing } from '@offloop/wire/ring';
import Long from 'long';
import { IllegalStateError } from '../errors/hierarchy.js';
import { ProtocolError } from '../errors/own-errors.js';
import type { DataDecoder } from '../serialization/data-decoder.js';
import { JsonStringDeserializationPolicy, type SerializationSettings } from '../serialization/settings.js';
import { decodeLatin1, decodeUtf8 } from '../serialization/text.js';
import { HazelcastJsonValue } from '../values/hazelcast-json-value.js';
import { ElementReader } from './element-reader.js';
import { ListResult, ListShape } from './list-result.js';
import type { Operation } from './operation.js';
import { parseJson } from './parse-json.js';
import { unpackJson } from './unpack-json.js';
import { ValueList } from './value-list.js';

const FLOAT64_SCRATCH = new Float64Array(1);
const FLOAT64_WORDS = new Int32Array(FLOAT64_SCRATCH.buffer);

/** Finishes completions: from a record's kind and body to the value its call resolves to. */
export class CompletionReader {
  readonly #decoder: DataDecoder;
  readonly #elements: ElementReader;
  readonly #lazyJson: boolean;

  constructor(decoder: DataDecoder, settings: SerializationSettings) {
    this.#decoder = decoder;
    this.#elements = new ElementReader(decoder, settings);
    this.#lazyJson =
      settings.jsonStringDeserializationPolicy === JsonStringDeserializationPolicy.NO_DESERIALIZATION;
  }

  /** @param offset of the record's payload in the ring. @param length of the payload. Throws what the call rejects with. */
  read(kind: number, ring: OneToOneRing, offset: number, length: number, operation: Operation): unknown {
    const start = offset + COMPLETION_BODY_OFFSET;
    switch (kind) {
      case CompletionKind.VOID:
        return undefined;
      case CompletionKind.NULL:
        return null;
      case CompletionKind.TRUE:
        return true;
      case CompletionKind.FALSE:
        return false;
      case CompletionKind.INT32:
        return ring.words[start >> 2];
      case CompletionKind.INT64:
        return Long.fromBits(ring.words[start >> 2], ring.words[(start >> 2) + 1]);
      case CompletionKind.FLOAT64:
        FLOAT64_WORDS[0] = ring.words[start >> 2]!;
        FLOAT64_WORDS[1] = ring.words[(start >> 2) + 1]!;
        return FLOAT64_SCRATCH[0];
      case CompletionKind.BYTES:
        // COPY: the ring's bytes are the producer's again after the drain.
        return Buffer.from(ring.bytes.subarray(start, offset + length));
      default:
        return this.readBytes(kind, ring.bytes, start, offset + length, operation);
    }
  }

  /** The kinds whose body may also come as a buffer of its own (a spill). */
  readBytes(kind: number, bytes: Buffer, start: number, end: number, operation: Operation): unknown {
    switch (kind) {
      case CompletionKind.ASCII:
        return decodeLatin1(bytes, start, end);
      case CompletionKind.UTF8:
        return decodeUtf8(bytes, start, end);
      case CompletionKind.JSON: {
        const text = decodeUtf8(bytes, start, end);
        return this.#lazyJson ? new HazelcastJsonValue(text) : parseJson(text);
      }
      case CompletionKind.PACKED:
        return unpackJson(bytes, start, end);
      case CompletionKind.BYTES:
        return bytes.subarray(start, end);
      case CompletionKind.DATA:
        return this.#decoder.decodeData(bytes, start, end);
      case CompletionKind.FRAMES:
        if (operation.decodeFrames === undefined) {
          throw new ProtocolError(
            `the answer to message 0x${operation.spec.id.toString(16)} has an unexpected shape`,
          );
        }
        return operation.decodeFrames(bytes, start, end);
      case CompletionKind.LIST:
        return this.#shortList(bytes, start, end, operation);
      case CompletionKind.RAW:
        // Not for this thread to read: the buffer the worker transferred, to be transferred on.
        return bytes.buffer;
      default:
        throw new IllegalStateError(`unknown completion kind ${kind}`);
    }
  }
  /** A list that came as two buffers, to be decoded in slices. Throws as `read` does. */
  longList(table: Buffer, message: Buffer, operation: Operation): ListResult {
    return new ListResult(ValueList.spilled(table, message, this.#elements), shapeOf(operation));
  }

  #shortList(bytes: Buffer, start: number, end: number, operation: Operation): unknown {
    const shape = shapeOf(operation);
    // COPY: what a lazy list is asked for later must not be the producer's by then.
    const list =
      shape === ListShape.LAZY
        ? ValueList.inline(Buffer.from(bytes.subarray(start, end)), 0, this.#elements)
        : ValueList.inline(bytes, start, this.#elements);
    const result = new ListResult(list, shape);
    result.advance(Infinity);
    return result.value;
  }
}

function shapeOf(operation: Operation): ListShape {
  if (operation.list !== undefined) return operation.list;
  throw new IllegalStateError(
    `the answer to message 0x${operation.spec.id.toString(16)} is a list nobody asked for`,
  );
}
