import type { Socket } from 'node:net';
import { seedOf } from '@offloop/tools';
import { describe, expect, it } from 'vitest';
import { BlockCounter } from '../../src/flush/block-counter.js';
import { BlockWriter, LENGTH_BYTES, type FlushPolicy } from '../../src/flush/block-writer.js';
import { createRandom } from '@offloop/tools/random';

const seed = seedOf('blocks');

/** Keeps what is written, and needs none of it any longer or all of it. */
function fakeSocket(writableLength: number): { socket: Socket; written: Buffer[] } {
  const written: Buffer[] = [];
  const write = (bytes: Buffer): boolean => {
    // A socket that took the bytes at once has copied them.
    written.push(writableLength === 0 ? Buffer.from(bytes) : bytes);
    return true;
  };
  return { socket: { write, writableLength } as unknown as Socket, written };
}

/** Flushes when it is told to. */
function heldPolicy(capacity: number): FlushPolicy & { flush: () => void; planned: number } {
  const policy = {
    capacity,
    planned: 0,
    flush: () => {},
    plan: (flush: () => void) => {
      policy.planned++;
      policy.flush = flush;
    },
  };
  return policy;
}

const block = (length: number): Buffer => Buffer.alloc(length, length % 256);

describe('a block writer', () => {
  it('gathers blocks until its policy flushes, which it is asked for once', () => {
    const { socket, written } = fakeSocket(0);
    const policy = heldPolicy(100);
    const writer = new BlockWriter(socket, policy);
    writer.write(block(20), false);
    writer.write(block(30), false);
    expect(written).toEqual([]);
    policy.flush();
    expect(written.map(({ length }) => length)).toEqual([50 + 2 * LENGTH_BYTES]);
    expect(policy.planned).toBe(1);
    writer.write(block(10), false);
    expect(policy.planned).toBe(2);
  });

  it('fills its buffer up with a block that does not fit, and writes the rest of a long one as it is', () => {
    const { socket, written } = fakeSocket(0);
    const writer = new BlockWriter(socket, heldPolicy(100));
    writer.write(block(50), false);
    writer.write(block(60), false);
    expect(written.map(({ length }) => length)).toEqual([100]);
    writer.write(block(1000), false);
    expect(written.map(({ length }) => length)).toEqual([100, 100, 1000 - (100 - 18 - LENGTH_BYTES)]);
    expect(writer.writes).toBe(3);
  });

  it('leaves the socket the bytes that it still needs', () => {
    const { socket, written } = fakeSocket(1);
    const policy = heldPolicy(100);
    const writer = new BlockWriter(socket, policy);
    writer.write(block(7), false);
    policy.flush();
    writer.write(block(9), false);
    policy.flush();
    expect(written.map((bytes) => bytes.subarray(LENGTH_BYTES))).toEqual([block(7), block(9)]);
  });
});

describe('a block counter', () => {
  it('counts what a writer wrote, wherever the stream is cut, and acknowledges what wants it', () => {
    const random = createRandom(seed);
    const { socket, written } = fakeSocket(1);
    const writer = new BlockWriter(socket, { capacity: 64, plan: (flush) => flush() });
    const lengths = Array.from({ length: 200 }, () => 1 + random.below(300));
    lengths.forEach((length, i) => writer.write(block(length), i % 3 === 0));
    writer.write(Buffer.alloc(0), true);
    const answers: Buffer[] = [];
    const counter = new BlockCounter((bytes) => answers.push(bytes));
    const stream = Buffer.concat(written);
    for (let at = 0; at < stream.length;) {
      const end = at + 1 + random.below(20);
      counter.receive(stream.subarray(at, end));
      at = end;
    }
    const report = answers.pop()!;
    expect([report.readUInt32LE(0), report.readUInt32LE(4)]).toEqual([200, lengths.reduce((a, b) => a + b)]);
    expect(answers.map(({ length }) => length)).toEqual(Array.from({ length: 67 }, () => 1));
  });
});
