import { expect, it } from 'vitest';

import { decodeLatin1, decodeUtf8 } from '../../src/bytes/text.js';

const text = 'abcdefghijklmnopqrstuvwxyz'.repeat(40);
const shared = Buffer.from(new SharedArrayBuffer(text.length));
shared.write(text);

it('ASCII of any length, at any offset of shared memory, is read as it was written', () => {
  for (const length of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 1000]) {
    for (const start of [0, 1, 7]) {
      expect(decodeLatin1(shared, start, start + length)).toBe(text.slice(start, start + length));
      expect(decodeUtf8(shared, start, start + length)).toBe(text.slice(start, start + length));
    }
  }
});

it('malformed UTF-8 becomes the replacement character', () => {
  expect(decodeUtf8(Buffer.of(0x61, 0xff, 0xe6, 0xbc), 0, 4)).toBe('a\ufffd\ufffd');
});
