import { expect, test } from 'vitest';

import { MessageTap } from '../../src/block/message-tap.js';

const FINAL = 0x2000;

function frame(content: Buffer, flags: number): Buffer {
  const header = Buffer.alloc(6);
  header.writeInt32LE(6 + content.length, 0);
  header.writeUInt16LE(flags, 4);
  return Buffer.concat([header, content]);
}

function first(type: number, flags: number): Buffer {
  const content = Buffer.alloc(16);
  content.writeInt32LE(type, 0);
  return frame(content, flags);
}

const stream = Buffer.concat([
  Buffer.from('CP2'),
  first(0x000b00, FINAL),
  first(0x010200, 0),
  frame(Buffer.from('the name'), 0),
  frame(Buffer.alloc(0), FINAL),
  first(0x000b00, FINAL),
]);

test.each([1, 2, 5, 7, stream.length])('messages are told apart in pieces of %i bytes', (size) => {
  const types: number[] = [];
  const tap = new MessageTap(3, (type) => types.push(type));
  for (let at = 0; at < stream.length; at += size) tap.take(stream.subarray(at, at + size));
  expect(types).toEqual([0x000b00, 0x010200, 0x000b00]);
});
