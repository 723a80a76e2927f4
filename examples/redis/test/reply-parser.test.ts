import { seedOf } from '@offloop/tools';
import { createRandom } from '@offloop/tools/random';
import { describe, expect, test } from 'vitest';

import { ReplyParser } from '../src/agent/reply-parser.js';

const MAX_BYTES = 1000;

/** The content of a reply: its type, and its values, of which only an array has other than one. */
interface Meaning {
  type: string;
  values: (string | null)[];
}

function meaningOf(parser: ReplyParser, bytes: Buffer, start: number): Meaning {
  const values: (string | null)[] = [];
  for (let i = 0; i < parser.ranges.length; i += 2) {
    const [from, to] = [parser.ranges[i], parser.ranges[i + 1]];
    values.push(to === -1 ? null : bytes.toString('latin1', start + from, start + to));
  }
  return { type: String.fromCharCode(parser.type), values };
}

/** Reads a stream that comes in pieces. The bytes that are not read yet move, as they do in a connection. */
function readInPieces(pieces: readonly Buffer[], maxBytes = MAX_BYTES): Meaning[] {
  const parser = new ReplyParser(maxBytes);
  const found: Meaning[] = [];
  let unread = Buffer.alloc(0);
  for (const [i, piece] of pieces.entries()) {
    const offset = i % 3;
    const bytes = Buffer.concat([Buffer.alloc(offset, '$'), unread, piece]);
    let at = offset;
    while (at < bytes.length) {
      const next = parser.parse(bytes, at, bytes.length);
      if (next < 0) break;
      found.push(meaningOf(parser, bytes, at));
      at = next;
    }
    unread = bytes.subarray(at);
  }
  expect(unread).toHaveLength(0);
  return found;
}

const REPLIES: [string, Meaning][] = [
  ['+OK\r\n', { type: '+', values: ['OK'] }],
  ['+\r\n', { type: '+', values: [''] }],
  ['-ERR a\rb\nc\r\n', { type: '-', values: ['ERR a\rb\nc'] }],
  [':0\r\n', { type: ':', values: ['0'] }],
  [':-9223372036854775808\r\n', { type: ':', values: ['-9223372036854775808'] }],
  ['$-1\r\n', { type: '$', values: [null] }],
  ['*-1\r\n', { type: '$', values: [null] }],
  ['*2\r\n$1\r\na\r\n:7\r\n', { type: '*', values: ['a', '7'] }],
  ['$0\r\n\r\n', { type: '$', values: [''] }],
  ['$6\r\n\r\n$1\r\n\r\n', { type: '$', values: ['\r\n$1\r\n'] }],
  ['*0\r\n', { type: '*', values: [] }],
  ['*3\r\n$1\r\na\r\n$-1\r\n$0\r\n\r\n', { type: '*', values: ['a', null, ''] }],
];
const STREAM = Buffer.from(REPLIES.map(([text]) => text).join(''), 'latin1');
const MEANINGS = REPLIES.map(([, meaning]) => meaning);

test('replies are found behind each other', () => {
  expect(readInPieces([STREAM])).toEqual(MEANINGS);
});

test('replies are found however a stream is cut in three', () => {
  for (let first = 0; first <= STREAM.length; first++) {
    for (let second = first; second <= STREAM.length; second++) {
      const pieces = [STREAM.subarray(0, first), STREAM.subarray(first, second), STREAM.subarray(second)];
      expect(readInPieces(pieces)).toEqual(MEANINGS);
    }
  }
});

test('replies are found byte by byte', () => {
  expect(readInPieces(Array.from(STREAM, (byte) => Buffer.of(byte)))).toEqual(MEANINGS);
});

test('random replies are found however they are cut', () => {
  const { below: random } = createRandom(seedOf('random replies'));
  const bulk = (): [string, string | null] => {
    if (random(8) === 0) return ['$-1\r\n', null];
    const text = Array.from({ length: random(30) }, () => String.fromCharCode(random(256))).join('');
    return [`$${text.length}\r\n${text}\r\n`, text];
  };
  const reply = (): [string, Meaning] => {
    const [text, value] = bulk();
    switch (random(4)) {
      case 0:
        return [text, { type: '$', values: [value] }];
      case 1: {
        const number = String(random(2 ** 31) - 2 ** 30);
        return [`:${number}\r\n`, { type: ':', values: [number] }];
      }
      case 2:
        return ['-ERR no\r\n', { type: '-', values: ['ERR no'] }];
      default: {
        const items = Array.from({ length: random(10) }, bulk);
        const texts = items.map(([item]) => item).join('');
        return [`*${items.length}\r\n${texts}`, { type: '*', values: items.map(([, element]) => element) }];
      }
    }
  };
  for (let round = 0; round < 200; round++) {
    const replies = Array.from({ length: 1 + random(20) }, reply);
    const stream = Buffer.from(replies.map(([text]) => text).join(''), 'latin1');
    const pieces: Buffer[] = [];
    for (let at = 0; at < stream.length;) {
      const next = Math.min(stream.length, at + 1 + random(random(4) === 0 ? 200 : 5));
      pieces.push(stream.subarray(at, next));
      at = next;
    }
    expect(readInPieces(pieces)).toEqual(replies.map(([, meaning]) => meaning));
  }
});

describe('what is no reply is refused', () => {
  test.each([
    ['an unknown type', 'HTTP/1.1 400\r\n'],
    ['a length that is none', '$1x\r\n'],
    ['a length without digits', '$\r\n'],
    ['a sign without digits', ':-\r\n'],
    ['an integer with letters', ':1e3\r\n'],
    ['a string without its end', '$1\r\nabc\r\n'],
    ['an array in an array', '*1\r\n*1\r\n$1\r\na\r\n'],
    ['an array of no length', '*-2\r\n'],
    ['a string that is too long', `$2000\r\n${'x'.repeat(1500)}`],
    ['an array that is too long', `*1000000\r\n${'$-1\r\n'.repeat(300)}`],
    ['a line that does not end', '+'.repeat(70_000)],
  ])('%s', (_what, text) => {
    expect(() => readInPieces([Buffer.from(text)])).toThrow(Error);
    expect(() => readInPieces(Array.from(Buffer.from(text), (byte) => Buffer.of(byte)))).toThrow(Error);
  });
});
