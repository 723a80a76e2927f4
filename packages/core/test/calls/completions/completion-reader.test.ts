import { COMPLETION_BODY_OFFSET, OneToOneRing } from '@offloop/runtime/ring';
import { encodeResponse, messages } from '@offloop/wire';
import { CompletionKind } from '@offloop/contract';
import Long from 'long';
import { describe, expect, test } from 'vitest';

import { CompletionReader } from '../../../src/calls/completions/completion-reader.js';
import { decodedOperation, Operation } from '../../../src/calls/operation.js';
import {
  HazelcastSerializationError,
  IllegalStateError,
  HazelcastJsonValue,
  DataDecoder,
  DEFAULT_SERIALIZATION,
  JsonStringDeserializationPolicy,
} from '@offloop/values';
import { ProtocolError } from '../../../src/errors/own-errors.js';
import { encode } from '../../../../values/test/serialization/encode.js';

const plain: Operation = new Operation(messages.map.size);
const reader = new CompletionReader(new DataDecoder(DEFAULT_SERIALIZATION), DEFAULT_SERIALIZATION);

/** What a completion of this kind and body, met in a ring, resolves to. */
function read(kind: number, body: Buffer | string = '', operation = plain, by = reader): unknown {
  const ring = OneToOneRing.create(1024 * 1024);
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const producer = ring.producer();
  // Something before it, so that an offset that is not looked at shows.
  producer.tryClaim(1, 24);
  producer.commit();
  const offset = producer.tryClaim(kind, COMPLETION_BODY_OFFSET + bytes.length);
  bytes.copy(ring.bytes, offset + COMPLETION_BODY_OFFSET);
  producer.commit();
  let value: unknown;
  try {
    const start = offset + COMPLETION_BODY_OFFSET;
    value = by.read(kind, ring, start, start + bytes.length, operation);
  } finally {
    // After the drain the memory is the producer's again.
    ring.bytes.fill(0xee, offset);
  }
  return value;
}

function words(...values: number[]): Buffer {
  return Buffer.from(new Int32Array(values).buffer);
}

test('kinds without a body are the value themselves', () => {
  expect(read(CompletionKind.VOID)).toBeUndefined();
  expect(read(CompletionKind.NULL)).toBeNull();
  expect(read(CompletionKind.TRUE)).toBe(true);
  expect(read(CompletionKind.FALSE)).toBe(false);
});

test('numbers are read as what they are', () => {
  expect(read(CompletionKind.INT32, words(-5, 0))).toBe(-5);
  expect(read(CompletionKind.INT64, words(-1, -1))).toEqual(Long.NEG_ONE);
  expect(read(CompletionKind.INT64, words(1, 2))).toEqual(Long.fromBits(1, 2));
  for (const value of [0, -0, 1.5, -1e300, Infinity, NaN, Number.MIN_VALUE]) {
    expect(read(CompletionKind.FLOAT64, Buffer.from(new Float64Array([value]).buffer))).toBe(value);
  }
});

test('an answer with its connection is read as both', () => {
  const sizeOf = decodedOperation(messages.map.size, ({ response }) => response);
  const answer = encodeResponse(messages.map.size, { response: 5 });
  const body = Buffer.concat([words(7), answer]);
  expect(read(CompletionKind.WITH_CONNECTION, body, sizeOf)).toEqual({ connection: 7, value: 5 });
});

test('text is read as what it is', () => {
  expect(read(CompletionKind.ASCII)).toBe('');
  expect(read(CompletionKind.ASCII, 'plain')).toBe('plain');
  expect(read(CompletionKind.UTF8, 'ünï😀')).toBe('ünï😀');
  expect(read(CompletionKind.ASCII, 'a'.repeat(70_000))).toBe('a'.repeat(70_000));
  expect(read(CompletionKind.UTF8, 'é'.repeat(30_000))).toBe('é'.repeat(30_000));
});

test('bytes are a copy, which nobody else writes to', () => {
  const body = Buffer.from([1, 2, 3]);
  expect(read(CompletionKind.BYTES, body)).toEqual(body);
});

describe('JSON', () => {
  test('is parsed', () => {
    expect(read(CompletionKind.JSON, '{"a":[1,"ü"]}')).toEqual({ a: [1, 'ü'] });
  });

  test('stays text where the configuration says so', () => {
    const settings = {
      ...DEFAULT_SERIALIZATION,
      jsonStringDeserializationPolicy: JsonStringDeserializationPolicy.NO_DESERIALIZATION,
    };
    const lazy = new CompletionReader(new DataDecoder(settings), settings);
    const value = read(CompletionKind.JSON, 'not even JSON', plain, lazy);
    expect(value).toBeInstanceOf(HazelcastJsonValue);
    expect(String(value)).toBe('not even JSON');
  });

  test('that is none is a SyntaxError, as officially', () => {
    expect(() => read(CompletionKind.JSON, '{"a":')).toThrow(SyntaxError);
  });
});

test('serialized values are decoded by their type', () => {
  expect(read(CompletionKind.DATA, encode([1, 2]))).toEqual([1, 2]);
  expect(read(CompletionKind.DATA, encode(2n ** 70n))).toBe(2n ** 70n);
});

test('a serialized value nobody can read is a serialization error', () => {
  const unknown = Buffer.alloc(20);
  unknown.writeInt32BE(12_345, 4);
  expect(() => read(CompletionKind.DATA, unknown)).toThrow(HazelcastSerializationError);
  expect(() => read(CompletionKind.DATA, Buffer.alloc(3))).toThrow(HazelcastSerializationError);
});

test('whole messages go to the operation’s decoder, and are an error without one', () => {
  const operation = new Operation(messages.map.keySet, {
    decodeFrames: (bytes, start, end) => bytes.toString('latin1', start, end),
  });
  expect(read(CompletionKind.FRAMES, 'the message', operation)).toBe('the message');
  expect(() => read(CompletionKind.FRAMES, 'the message')).toThrow(ProtocolError);
});

test('a kind nobody knows is an error', () => {
  expect(() => read(99)).toThrow(IllegalStateError);
});

test('a body that came by itself is read like one in the ring', () => {
  const spilled = (kind: number, body: Buffer): unknown =>
    reader.readSpilled(kind, [new Uint8Array(body).buffer], plain);
  expect(spilled(CompletionKind.ASCII, Buffer.from('text'))).toBe('text');
  expect(spilled(CompletionKind.UTF8, Buffer.from('é'))).toBe('é');
  expect(spilled(CompletionKind.JSON, Buffer.from('[1]'))).toEqual([1]);
  expect(spilled(CompletionKind.BYTES, Buffer.from([7]))).toEqual(Buffer.from([7]));
  expect(spilled(CompletionKind.DATA, encode('x'))).toBe('x');
});
