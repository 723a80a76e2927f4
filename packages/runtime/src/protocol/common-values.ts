import { CompletionKind } from '../ring/records.js';
import type { RingMemory } from '../ring/ring-memory.js';
import { decodeLatin1, decodeUtf8 } from '../bytes/text.js';
import { isListKind, CommonList } from './common-list.js';

const FLOAT64_SCRATCH = new Float64Array(1);
const FLOAT64_WORDS = new Int32Array(FLOAT64_SCRATCH.buffer);
const TWO_POW_32 = 2n ** 32n;

/** Reads the value of a completion of one of the floor's own kinds. Throws for any other kind. */
export function readCommonValue(kind: number, ring: RingMemory, start: number, end: number): unknown {
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
    case CompletionKind.FLOAT64:
      FLOAT64_WORDS[0] = ring.words[start >> 2]!;
      FLOAT64_WORDS[1] = ring.words[(start >> 2) + 1]!;
      return FLOAT64_SCRATCH[0];
    case CompletionKind.BIGINT:
      return BigInt(ring.words[(start >> 2) + 1]) * TWO_POW_32 + BigInt(ring.words[start >> 2] >>> 0);
    case CompletionKind.BYTES:
      // COPY: the ring's bytes are the producer's again after the drain.
      return Buffer.from(ring.bytes.subarray(start, end));
    case CompletionKind.TEXT_LIST:
    case CompletionKind.BYTES_LIST: {
      const list = new CommonList(kind, ring.bytes, start);
      list.advance(Infinity);
      return list.value;
    }
    default:
      return readCommonBytes(kind, ring.bytes, start, end);
  }
}

/**
 * Reads the value of a completion of one of the floor's own kinds whose body came in a buffer, for `CallerProtocol.readSpilled`.
 * `BYTES` share that buffer's memory; a list is a `SlicedResult`. Throws for any other kind.
 */
export function readCommonSpilled(kind: number, buffers: readonly ArrayBuffer[]): unknown {
  const bytes = Buffer.from(buffers[0]);
  if (isListKind(kind)) return new CommonList(kind, bytes, 0);
  return readCommonBytes(kind, bytes, 0, bytes.length);
}

/** Reads the value of `ASCII`, `UTF8` or `BYTES`; the last is a view of `bytes`, not a copy. Throws for any other kind. */
export function readCommonBytes(kind: number, bytes: Buffer, start: number, end: number): unknown {
  switch (kind) {
    case CompletionKind.ASCII:
      return decodeLatin1(bytes, start, end);
    case CompletionKind.UTF8:
      return decodeUtf8(bytes, start, end);
    case CompletionKind.BYTES:
      return bytes.subarray(start, end);
    default:
      throw new Error(`unknown completion kind ${kind}`);
  }
}
