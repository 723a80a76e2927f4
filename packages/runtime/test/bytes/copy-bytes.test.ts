import { describe, expect, test } from 'vitest';

import { copyBytes } from '../../src/bytes/copy-bytes.js';

const ROOM = 4096;
/** Around the lengths at which it copies in another way, on either version of Node. */
const LENGTHS = [0, 1, 39, 40, 41, 127, 128, 129, 1000, 3000];

describe.each([
  ['shared', () => Buffer.from(new SharedArrayBuffer(ROOM))],
  ['private', () => Buffer.alloc(ROOM)],
])('copyBytes to %s memory', (_name, room) => {
  test.each(LENGTHS)('copies %i bytes, to wherever they go, and nothing else', (length) => {
    for (let at = 0; at < 9; at++) {
      const from = room().map((_byte, i) => (i * 7 + 1) & 0xff) as Buffer;
      const to = room().fill(0xa5);
      const start = 17 + at * 3;
      copyBytes(from, start, start + length, to, 64 + at);
      expect(to.subarray(64 + at, 64 + at + length).equals(from.subarray(start, start + length))).toBe(true);
      expect(to.subarray(0, 64 + at).every((byte) => byte === 0xa5)).toBe(true);
      expect(to.subarray(64 + at + length).every((byte) => byte === 0xa5)).toBe(true);
    }
  });
});
