import { COMPLETION_BODY_OFFSET, OneToOneRing } from '@offloop/runtime/ring';
import { encodeResponse, messages } from '@offloop/wire';
import { CompletionKind } from '@offloop/contract';
import { expect, test } from 'vitest';

import { CompletionReader } from '../../../src/calls/completions/completion-reader.js';
import { decodedOperation, Operation } from '../../../src/calls/operation.js';
import {
  IllegalStateError,
  HazelcastJsonValue,
  DataDecoder,
  DEFAULT_SERIALIZATION,
  JsonStringDeserializationPolicy,
} from '@offloop/values';
import { ProtocolError } from '../../../src/errors/own-errors.js';

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

test('an answer with its connection is read as both', () => {
  const sizeOf = decodedOperation(messages.map.size, ({ response }) => response);
  const answer = encodeResponse(messages.map.size, { response: 5 });
  const body = Buffer.concat([words(7), answer]);
  expect(read(CompletionKind.WITH_CONNECTION, body, sizeOf)).toEqual({ connection: 7, value: 5 });
});

test('bytes are a copy, which nobody else writes to', () => {
  const body = Buffer.from([1, 2, 3]);
  expect(read(CompletionKind.BYTES, body)).toEqual(body);
});

test('JSON stays text where the configuration says so', () => {
  const settings = {
    ...DEFAULT_SERIALIZATION,
    jsonStringDeserializationPolicy: JsonStringDeserializationPolicy.NO_DESERIALIZATION,
  };
  const lazy = new CompletionReader(new DataDecoder(settings), settings);
  const value = read(CompletionKind.JSON, 'not even JSON', plain, lazy);
  expect(value).toBeInstanceOf(HazelcastJsonValue);
  expect(String(value)).toBe('not even JSON');
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
