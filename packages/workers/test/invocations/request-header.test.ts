import {
  CORRELATION_ID_OFFSET,
  encodeRequest,
  encodeResponse,
  FLAG_BACKUP_AWARE,
  FRAME_FLAGS_OFFSET,
  FRAME_HEADER_SIZE,
  messages,
} from '@offloop/wire';
import { describe, expect, test } from 'vitest';

import {
  patchRequest,
  responseTypeOf,
  attemptOf,
  correlationHigh,
  generationOf,
  MAX_ATTEMPT,
} from '../../src/invocations/request-header.js';
import { MAX_GENERATION, SLOT_LIMIT } from '@offloop/runtime/ring';

const AT = 5;

function request(): Buffer {
  const message = encodeRequest(messages.client.ping, {}, { partitionId: 271 });
  return Buffer.concat([Buffer.alloc(AT, 0xaa), message, Buffer.alloc(AT, 0xaa)]);
}

test('the type of the response is that of its own message', () => {
  const response = encodeResponse(messages.client.ping, {});
  expect(responseTypeOf(request(), AT)).toBe(response.readInt32LE(FRAME_HEADER_SIZE));
});

test('a patched request differs in its correlation id and its backup flag only', () => {
  const before = request();
  const bytes = request();
  patchRequest(bytes, AT, 0x12345678, 0x01020304, true);
  const id = AT + FRAME_HEADER_SIZE + CORRELATION_ID_OFFSET;
  expect([bytes.readInt32LE(id), bytes.readInt32LE(id + 4)]).toEqual([0x12345678, 0x01020304]);
  const flags = before.readUInt16LE(AT + FRAME_FLAGS_OFFSET);
  expect(bytes.readUInt16LE(AT + FRAME_FLAGS_OFFSET)).toBe(flags | FLAG_BACKUP_AWARE);
  patchRequest(bytes, AT, before.readInt32LE(id), before.readInt32LE(id + 4), false);
  expect(bytes).toEqual(before);
});

const GENERATIONS = [0, 1, 255, 256, 65_535, 2 ** 22, MAX_GENERATION - 1, MAX_GENERATION];
const ATTEMPTS = [0, 1, 2, 127, 128, 254, MAX_ATTEMPT];

/** The correlation id as the protocol sees it: a signed 64-bit little-endian integer of two words. */
function asInt64(high: number, low: number): bigint {
  const bytes = Buffer.alloc(8);
  bytes.writeInt32LE(low, 0);
  bytes.writeInt32LE(high, 4);
  return bytes.readBigInt64LE();
}

describe('the high word of a correlation id', () => {
  test.each(GENERATIONS)('gives generation %i and every attempt back', (generation) => {
    for (const attempt of ATTEMPTS) {
      const high = correlationHigh(generation, attempt);
      expect([generationOf(high), attemptOf(high)]).toEqual([generation, attempt]);
    }
  });

  test('makes an id that is never −1 nor negative, whatever the slot', () => {
    for (const slot of [0, 1, SLOT_LIMIT, 0x7fffffff, -1]) {
      for (const generation of GENERATIONS) {
        for (const attempt of ATTEMPTS) {
          expect(asInt64(correlationHigh(generation, attempt), slot)).toBeGreaterThanOrEqual(0n);
        }
      }
    }
  });
});
