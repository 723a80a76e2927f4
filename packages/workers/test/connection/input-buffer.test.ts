import { ProtocolError, TOO_LONG } from '@offloop/wire';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { InputBuffer } from '../../src/connection/input-buffer.js';
import { seedOf } from '@offloop/tools';
import { manyFrames, message, SHORTEST_MESSAGE } from '../support/wire-bytes.js';

const LIMIT = 64 * 1024 * 1024;
const KIB = 1024;

/** Puts one piece into the buffer as a socket would: window by window, the messages walked after each read. */
function readInto(input: InputBuffer, piece: Buffer, into: Buffer[]): void {
  for (let done = 0; done < piece.length;) {
    const window = input.window();
    const length = piece.copy(window, 0, done);
    input.advance(length);
    done += length;
    takeAll(input, into);
  }
}

/** Of a message that is too long: its first frame, which is all that its reader may look at. */
function takeAll(input: InputBuffer, into: Buffer[]): void {
  for (let length = input.nextMessage(); length !== 0; length = input.nextMessage()) {
    const start = input.messageStart;
    if (length === TOO_LONG) {
      into.push(firstFrame(input.bytes.subarray(start, input.framesEnd)));
      input.skipMessage();
      continue;
    }
    into.push(Buffer.from(input.bytes.subarray(start, start + length)));
    input.release(length);
  }
}

function firstFrame(bytes: Buffer): Buffer {
  return Buffer.from(bytes.subarray(0, bytes.readInt32LE(0)));
}

/** Feeds `pieces` by one path, walking after each as a connection does. */
function feed(
  pieces: readonly Buffer[],
  path: 'window' | 'append',
  input = new InputBuffer(LIMIT),
): Buffer[] {
  const messages: Buffer[] = [];
  for (const piece of pieces) {
    if (path === 'window') {
      readInto(input, piece, messages);
    } else {
      input.append(piece);
      takeAll(input, messages);
    }
  }
  return messages;
}

function split(bytes: Buffer, lengths: readonly number[]): Buffer[] {
  const pieces: Buffer[] = [];
  let at = 0;
  for (let i = 0; at < bytes.length; i = (i + 1) % lengths.length) {
    pieces.push(bytes.subarray(at, at + lengths[i]));
    at += lengths[i];
  }
  return pieces;
}

/** What is wrong with the messages that came, in a few words; '' when nothing is. */
function difference(met: readonly Buffer[], sent: readonly Buffer[]): string {
  if (met.length !== sent.length) return `${met.length} messages came, ${sent.length} were sent`;
  const wrong = met.findIndex((each, i) => !each.equals(sent[i]));
  return wrong < 0
    ? ''
    : `message ${wrong} came as ${met[wrong].length} bytes, of ${sent[wrong].length} sent`;
}

describe.each(['window', 'append'] as const)('by the %s path', (path) => {
  test('bytes that are no frame header are a protocol error', () => {
    const garbage = message(40, 1);
    garbage.writeInt32LE(3, 0);
    expect(() => feed([message(30, 1), garbage], path)).toThrow(ProtocolError);
  });

  test('a message longer than the limit is known as such as soon as its length is in', () => {
    const input = new InputBuffer(1000);
    const long = message(1001, 1);
    expect(feed([long.subarray(0, 27)], path, input)).toEqual([]);
    input.append(long.subarray(27, 28));
    expect(input.nextMessage()).toBe(TOO_LONG);
    expect(input.leastLength).toBe(1001);
  });

  test('an initial frame longer than the limit is a protocol error: no message has one', () => {
    const header = message(2000, 1).subarray(0, 30);
    header.writeInt32LE(1001, 0);
    expect(() => feed([header], path, new InputBuffer(1000))).toThrow(ProtocolError);
  });

  test('bytes that are no frame header in a message that is skipped are a protocol error', () => {
    const long = manyFrames(40, 100, 1);
    long.writeInt32LE(3, long.length - 100);
    expect(() => feed(split(long, [64]), path, new InputBuffer(1000))).toThrow(ProtocolError);
  });

  test.each([3_000, LIMIT])(
    'any messages in any pieces arrive as they were sent, or are skipped above %i bytes',
    (limit) => {
      const each = fc.oneof(
        { arbitrary: fc.integer({ min: SHORTEST_MESSAGE, max: 3_000 }).map((n) => message(n, n)), weight: 4 },
        { arbitrary: fc.integer({ min: 3_001, max: 600 * KIB }).map((n) => message(n, n)), weight: 1 },
        {
          arbitrary: fc
            .tuple(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 6, max: 1000 }))
            .map(([count, length]) => manyFrames(count, length, count)),
          weight: 2,
        },
      );
      const pieces = fc.array(
        fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 65_536 })),
        { minLength: 1, maxLength: 12 },
      );
      fc.assert(
        fc.property(fc.array(each, { minLength: 1, maxLength: 12 }), pieces, (sent, cuts) => {
          const met = sent.map((bytes) => (bytes.length > limit ? firstFrame(bytes) : bytes));
          const stream = split(Buffer.concat(sent), [...cuts, 997]);
          expect(difference(feed(stream, path, new InputBuffer(limit)), met)).toBe('');
        }),
        { seed: seedOf(`messages, ${path}`), numRuns: 100 },
      );
    },
  );

  test('messages arrive whole, or are skipped, wherever the stream is cut', () => {
    const sent = [message(60, 1), message(205, 2), message(70, 3), manyFrames(9, 30, 4), message(200, 5)];
    const stream = Buffer.concat(sent);
    const met = sent.map((each) => (each.length > 200 ? firstFrame(each) : each));
    for (let at = 0; at <= stream.length; at++) {
      const pieces = [stream.subarray(0, at), stream.subarray(at)];
      expect(difference(feed(pieces, path, new InputBuffer(200)), met)).toBe('');
    }
    expect(difference(feed(split(stream, [1]), path, new InputBuffer(200)), met)).toBe('');
  });

  test('nothing is kept of a message that is skipped, however long', () => {
    const input = new InputBuffer(1000);
    const before = (input.window(), input.bytes.length);
    const long = message(30 * KIB * KIB, 7);
    const met = feed(split(Buffer.concat([long, message(100, 1)]), [60 * KIB]), path, input);
    expect(difference(met, [firstFrame(long), message(100, 1)])).toBe('');
    input.window();
    expect(input.bytes.length).toBe(before);
  });
});

test('once the length of a long message is in, the buffer grows to it at one stroke', () => {
  const input = new InputBuffer(LIMIT);
  const long = message(10 * KIB * KIB, 7);
  feed([long.subarray(0, 64)], 'window', input);
  input.window();
  expect(input.bytes.length).toBeGreaterThanOrEqual(long.length);
});

test('after a long message the buffer is small again', () => {
  const input = new InputBuffer(LIMIT);
  const before = (input.window(), input.bytes.length);
  feed(split(message(10 * KIB * KIB, 7), [60 * KIB]), 'window', input);
  input.window();
  expect(input.bytes.length).toBe(before);
});

test('reads that fill their window make the next windows larger, up to a bound', () => {
  const input = new InputBuffer(LIMIT);
  const lengths: number[] = [];
  for (let i = 0; i < 12; i++) {
    const window = input.window();
    lengths.push(window.length);
    message(window.length, i).copy(window);
    input.advance(window.length);
    takeAll(input, []);
  }
  expect(lengths[1]).toBe(2 * lengths[0]);
  expect(lengths.toSorted((a, b) => a - b)).toEqual(lengths);
  expect(lengths.at(-1)).toBe(lengths.at(-2));
  expect(lengths.at(-1)).toBeLessThanOrEqual(4 * KIB * KIB);
});

test('a window is never empty, even when whole messages wait unread in front of it', () => {
  const input = new InputBuffer(LIMIT);
  for (let i = 0; i < 200; i++) {
    const window = input.window();
    expect(window.length).toBeGreaterThan(0);
    const length = Math.min(window.length, 8 * KIB);
    message(length, i).copy(window);
    input.advance(length);
    // A paused connection: of ten messages that came it takes one.
    if (i % 10 === 0) input.release(input.nextMessage());
  }
});

test('a window handed out before messages were released stays the place of the next read', () => {
  const input = new InputBuffer(LIMIT);
  const sent = [message(100, 1), message(200, 2), message(300, 3)];
  // The socket asks for its next window right after a read, and so before a paused connection has walked the rest.
  input.advance(Buffer.concat(sent.slice(0, 2)).copy(input.window()));
  const window = input.window();
  const met: Buffer[] = [];
  takeAll(input, met);
  sent[2].copy(window);
  input.advance(300);
  takeAll(input, met);
  expect(difference(met, sent)).toBe('');
});

test('small messages do not make the buffer grow', () => {
  const input = new InputBuffer(LIMIT);
  const capacity = (input.window(), input.bytes.length);
  for (let i = 0; i < 5000; i++) feed([message(1000, i)], 'window', input);
  expect(input.bytes.length).toBe(capacity);
});

describe.each([4 * KIB, 64 * KIB, 4 * KIB * KIB])('with chunks of %i bytes', (chunk) => {
  test('every window is as long as a chunk, whatever was left of the read before', () => {
    const input = new InputBuffer(LIMIT, chunk);
    const stream = Buffer.concat([
      message(3 * chunk, 1),
      message(700, 2),
      message(chunk, 3),
      message(900, 4),
    ]);
    const met: Buffer[] = [];
    for (let done = 0; done < stream.length;) {
      const window = input.window();
      expect(window.length).toBe(chunk);
      const length = stream.copy(window, 0, done);
      input.advance(length);
      done += length;
      takeAll(input, met);
    }
    expect(met.map(({ length }) => length)).toEqual([3 * chunk, 700, chunk, 900]);
    expect(Buffer.concat(met).equals(stream)).toBe(true);
  });
});
