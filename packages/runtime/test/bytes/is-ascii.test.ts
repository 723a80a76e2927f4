import { expect, test } from 'vitest';

import { isAsciiText } from '../../src/bytes/is-ascii.js';

test('one byte above 0x7f anywhere in the range, and nowhere else, makes text not ASCII', () => {
  for (const length of [0, 1, 95, 96, 97, 300]) {
    const bytes = Buffer.alloc(length + 2, 0x7f);
    bytes[0] = bytes[length + 1] = 0x80;
    expect(isAsciiText(bytes, 1, length + 1)).toBe(true);
    for (let at = 1; at <= length; at++) {
      bytes[at] = 0x80;
      expect(isAsciiText(bytes, 1, length + 1)).toBe(false);
      bytes[at] = 0x7f;
    }
  }
});
