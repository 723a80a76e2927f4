import { writable } from '@offloop/runtime/bytes';
import { expect, test } from 'vitest';

import { command, CommandRequest, type Argument } from '../src/command.js';

const SET = command('SET', 0);

function written(...args: Argument[]): Buffer {
  const request = new CommandRequest(SET, args);
  const bytes = Buffer.alloc(request.maxBytes + 3);
  const end = request.write(writable(bytes), 3);
  expect(end - 3).toBeLessThanOrEqual(request.maxBytes);
  return bytes.subarray(3, end);
}

test('a command is an array of strings, by the bytes they have', () => {
  expect(written('k', 'v').toString()).toBe('*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$1\r\nv\r\n');
  expect(written().toString()).toBe('*1\r\n$3\r\nSET\r\n');
  expect(written('', 'grün ✓').toString()).toBe('*3\r\n$3\r\nSET\r\n$0\r\n\r\n$9\r\ngrün ✓\r\n');
  expect(written(Buffer.of(0, 13, 10, 255)).toString('latin1')).toBe(
    '*2\r\n$3\r\nSET\r\n$4\r\n\0\r\n\xff\r\n',
  );
  // Half of a pair of surrogates has no UTF-8: the replacement character stands for it.
  expect(written('\ud800').toString()).toBe('*2\r\n$3\r\nSET\r\n$3\r\n\ufffd\r\n');
});

test('a long value has its length in decimal', () => {
  const text = 'x'.repeat(1_234_567);
  expect(written(text).equals(Buffer.from(`*2\r\n$3\r\nSET\r\n$1234567\r\n${text}\r\n`))).toBe(true);
});

test('what is neither string nor Buffer is refused', () => {
  for (const wrong of [undefined, null, 1, {}, new Uint8Array(1)])
    expect(() => new CommandRequest(SET, [wrong as never])).toThrow(TypeError);
});
