import { seedOf } from '@offloop/tools';
import { createRandom } from '@offloop/tools/random';
import { expect, test } from 'vitest';

import { MessageInput } from '../../../src/thread/connection/message-input.js';

/** Messages are a length in four bytes, then as many bytes; of length 0 there is none. */
class InputBench {
  readonly congestion = { isCongested: false };
  readonly taken: string[] = [];
  readonly errors: Error[] = [];
  reads = 0;
  resumed = 0;
  readonly input: MessageInput = new MessageInput(this.congestion, {
    take: (bytes, start, end) => {
      if (end - start < 4) return -1;
      const length = bytes.readInt32LE(start);
      if (length === 0) throw new Error('no message');
      const next = start + 4 + length;
      if (next > end) return -1;
      this.taken.push(bytes.toString('latin1', start + 4, next));
      return next;
    },
    onRead: () => void this.reads++,
    onError: (error) => this.errors.push(error),
  });

  /** As a socket does: as much as fits, then the rest. @returns whether the last read may be followed by others. */
  bring(bytes: Buffer): boolean {
    const { buffer, callback } = this.input.onread;
    let goesOn = true;
    for (let at = 0; at < bytes.length;) {
      const room = buffer();
      const length = bytes.copy(room, 0, at);
      at += length;
      goesOn = callback(length);
    }
    return goesOn;
  }

  resume(): void {
    this.input.resume({ resume: () => void this.resumed++ } as never);
  }
}

function message(text: string): Buffer {
  const bytes = Buffer.alloc(4 + text.length);
  bytes.writeInt32LE(text.length, 0);
  bytes.write(text, 4, 'latin1');
  return bytes;
}

test('messages are taken however they are cut', () => {
  const { below: random } = createRandom(seedOf('message input'));
  const bench = new InputBench();
  const lengths = Array.from({ length: 300 }, () => 1 + random(random(20) === 0 ? 300_000 : 200));
  const texts = lengths.map((length, i) => String.fromCharCode(97 + (i % 26)).repeat(length));
  const stream = Buffer.concat(texts.map(message));
  for (let at = 0; at < stream.length;) {
    const next = at + 1 + random(random(5) === 0 ? 100_000 : 100);
    bench.bring(stream.subarray(at, next));
    at = next;
  }
  expect(bench.taken.length).toBe(texts.length);
  expect(bench.taken.every((text, i) => text === texts[i])).toBe(true);
  expect(bench.errors).toEqual([]);
});

test('there is always room for a read, and what one long message took is given back', () => {
  const bench = new InputBench();
  const long = message('x'.repeat(5_000_000));
  bench.bring(long.subarray(0, 4_000_000));
  expect(bench.input.onread.buffer().length).toBeGreaterThanOrEqual(65_536);
  bench.bring(long.subarray(4_000_000));
  expect(bench.taken.map(({ length }) => length)).toEqual([5_000_000]);
  expect(bench.input.onread.buffer().buffer.byteLength).toBeLessThan(1_000_000);
});

test('it pauses behind a message after which the caller has no room, and goes on with what is left', () => {
  const bench = new InputBench();
  bench.congestion.isCongested = true;
  expect(bench.bring(Buffer.concat(['a', 'b', 'c'].map(message)))).toBe(false);
  expect([bench.taken, bench.input.isPaused]).toEqual([['a'], true]);
  bench.resume();
  expect([bench.taken, bench.resumed]).toEqual([['a', 'b'], 0]);
  bench.congestion.isCongested = false;
  bench.resume();
  expect([bench.taken, bench.resumed, bench.input.isPaused]).toEqual([['a', 'b', 'c'], 1, false]);
  expect(bench.reads).toBe(3);
});

test('what is no message is told of, behind those that are', () => {
  const bench = new InputBench();
  bench.bring(Buffer.concat([message('a'), Buffer.alloc(4), message('b')]));
  expect(bench.taken).toEqual(['a']);
  expect(bench.errors.map(({ message: text }) => text)).toEqual(['no message']);
  expect(bench.reads).toBe(1);
});
