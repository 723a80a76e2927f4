import {
  CORRELATION_ID_OFFSET,
  encodeRequest,
  encodeResponse,
  FLAG_BACKUP_AWARE,
  FRAME_FLAGS_OFFSET,
  FRAME_HEADER_SIZE,
  messages,
} from '@offloop/wire/protocol';
import { expect, test } from 'vitest';

import { partitionOf, patchRequest, responseTypeOf } from '../../src/invocations/request-header.js';

const AT = 5;

function request(): Buffer {
  const message = encodeRequest(messages.client.ping, {}, { partitionId: 271 });
  return Buffer.concat([Buffer.alloc(AT, 0xaa), message, Buffer.alloc(AT, 0xaa)]);
}

test('the partition is read from the header', () => {
  expect(partitionOf(request(), AT)).toBe(271);
});

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
