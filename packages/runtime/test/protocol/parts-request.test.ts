import { expect, test } from 'vitest';

import { PartsRequest } from '../../src/protocol/parts-request.js';
import { writable } from '../../src/bytes/writable-bytes.js';

test('a request of parts is all of them, one behind the other, where it is to be written', () => {
  const request = new PartsRequest(['a', Buffer.of(1, 255), '', 'grün ✓', Buffer.alloc(0), '\ud800'], -3);
  const bytes = Buffer.alloc(request.maxBytes + 2, '?');
  const end = request.write(writable(bytes), 1);
  expect(end).toBe(1 + request.maxBytes);
  expect(bytes).toEqual(
    Buffer.concat([Buffer.from('?a'), Buffer.of(1, 255), Buffer.from('grün ✓\ufffd'), Buffer.from('?')]),
  );
  expect(request.target).toBe(-3);
  expect(new PartsRequest([]).target).toBe(0);
});
