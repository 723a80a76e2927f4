import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  FLAG_BEGIN_FRAGMENT,
  FLAG_END_FRAGMENT,
  FLAG_FINAL,
  FragmentAssembler,
  MessageScanner,
  ProtocolError,
  fragmentMessage,
} from '../../src/index.js';
import { seedOf } from '@offloop/tools';
import { frame, initial } from '../support/frames.js';

const frames = [
  initial(0x010101),
  frame(0, 'name'),
  frame(0x1000),
  frame(0, 'a'),
  frame(0, 'bb'),
  frame(0x0800),
];
const wireFrames = frames.map((bytes, i) => (i === frames.length - 1 ? frame(0x2800) : bytes));
const whole = Buffer.concat(wireFrames);

/** A fragment as a member writes it: the last of its frames is FINAL, whatever the message goes on with. */
function fragment(id: bigint, part: number, parts: Buffer[]): Buffer {
  const content = Buffer.alloc(8);
  content.writeBigInt64LE(id);
  const copies = [frame(part, content), ...parts.map((bytes) => Buffer.from(bytes))];
  copies.at(-1)![5] |= FLAG_FINAL >>> 8;
  return Buffer.concat(copies);
}

const begin = (id: bigint, ...parts: Buffer[]): Buffer => fragment(id, FLAG_BEGIN_FRAGMENT, parts);
const middle = (id: bigint, ...parts: Buffer[]): Buffer => fragment(id, 0, parts);
const end = (id: bigint, ...parts: Buffer[]): Buffer => fragment(id, FLAG_END_FRAGMENT, parts);
const add = (assembler: FragmentAssembler, bytes: Buffer): Buffer | undefined =>
  assembler.add(bytes, 0, bytes.length);

describe('the fragment assembler', () => {
  it('makes the same message of two fragments split between any two frames', () => {
    for (let split = 0; split <= frames.length; split++) {
      const assembler = new FragmentAssembler();
      expect(add(assembler, begin(1n, ...frames.slice(0, split)))).toBeUndefined();
      expect(add(assembler, end(1n, ...frames.slice(split)))).toEqual(whole);
      expect(assembler.pendingBytes).toBe(0);
    }
  });

  it('makes the same message of three fragments split at any two points', () => {
    for (let first = 0; first <= frames.length; first++) {
      for (let second = first; second <= frames.length; second++) {
        const assembler = new FragmentAssembler();
        add(assembler, begin(-1n, ...frames.slice(0, first)));
        add(assembler, middle(-1n, ...frames.slice(first, second)));
        expect(add(assembler, end(-1n, ...frames.slice(second)))).toEqual(whole);
      }
    }
  });

  it('keeps apart messages whose fragments interleave', () => {
    const assembler = new FragmentAssembler();
    const other = [initial(0x020201), frame(0, 'other')];
    add(assembler, begin(1n, ...frames.slice(0, 2)));
    add(assembler, begin(2n ** 40n, other[0]));
    add(assembler, middle(1n, ...frames.slice(2, 4)));
    expect(assembler.pendingMessages).toBe(2);
    expect(add(assembler, end(2n ** 40n, other[1]))).toEqual(
      Buffer.concat([other[0], frame(FLAG_FINAL, 'other')]),
    );
    expect(add(assembler, end(1n, ...frames.slice(4)))).toEqual(whole);
    expect(assembler.pendingMessages).toBe(0);
  });

  it('keeps nothing of the bytes it was given', () => {
    const assembler = new FragmentAssembler();
    const first = begin(1n, ...frames.slice(0, 3));
    add(assembler, first);
    first.fill(0xff);
    const last = Buffer.concat([Buffer.alloc(3), end(1n, ...frames.slice(3))]);
    const message = assembler.add(last, 3, last.length);
    last.fill(0xff);
    expect(message).toEqual(whole);
  });

  it('lets an id be used again when its message is complete', () => {
    const assembler = new FragmentAssembler();
    for (let round = 0; round < 3; round++) {
      add(assembler, begin(5n, ...frames.slice(0, 2)));
      expect(add(assembler, end(5n, ...frames.slice(2)))).toEqual(whole);
    }
  });

  it('marks the message as whole, and leaves the other flags of its first frame', () => {
    const bare = [initial(0x010101, 0x0080), frame(0, 'name')];
    const assembler = new FragmentAssembler();
    add(assembler, begin(1n, bare[0]));
    expect(add(assembler, end(1n, bare[1]))).toEqual(
      Buffer.concat([initial(0x010101, 0xc080), frame(FLAG_FINAL, 'name')]),
    );
  });

  it('hands an unfragmented message back as it is', () => {
    expect(add(new FragmentAssembler(), whole)).toEqual(whole);
  });
});

describe('the fragment assembler refuses', () => {
  it('a message that goes on or ends without a beginning', () => {
    expect(() => add(new FragmentAssembler(), middle(1n, ...frames))).toThrow(ProtocolError);
    expect(() => add(new FragmentAssembler(), end(1n, ...frames))).toThrow(ProtocolError);
  });

  it('a message that begins twice, or goes on after its end', () => {
    const assembler = new FragmentAssembler();
    add(assembler, begin(1n, ...frames));
    expect(() => add(assembler, begin(1n, ...frames))).toThrow(ProtocolError);
    add(assembler, end(1n));
    expect(() => add(assembler, middle(1n, ...frames))).toThrow(ProtocolError);
  });

  it('a message of no frames', () => {
    const assembler = new FragmentAssembler();
    add(assembler, begin(1n));
    expect(() => add(assembler, end(1n))).toThrow(ProtocolError);
  });

  it('a fragmentation frame without room for the id, and malformed frames behind it', () => {
    expect(() =>
      add(new FragmentAssembler(), frame(FLAG_BEGIN_FRAGMENT | FLAG_FINAL, Buffer.alloc(7))),
    ).toThrow(ProtocolError);
    expect(() => add(new FragmentAssembler(), Buffer.alloc(0))).toThrow(ProtocolError);
    const assembler = new FragmentAssembler();
    const id = frame(FLAG_BEGIN_FRAGMENT, Buffer.alloc(8));
    expect(() => add(assembler, Buffer.concat([id, frame(0, 'x', 400)]))).toThrow(ProtocolError);
    expect(() => add(assembler, Buffer.concat([id, frame(0, 'x', -4)]))).toThrow(ProtocolError);
  });

  it('a message beyond its limit, counted over all its fragments', () => {
    const assembler = new FragmentAssembler({ maxMessageBytes: whole.length });
    add(assembler, begin(1n, ...frames.slice(0, 3)));
    expect(add(assembler, end(1n, ...frames.slice(3)))).toEqual(whole);
    add(assembler, begin(2n, ...frames));
    expect(() => add(assembler, middle(2n, frame(0)))).toThrow(ProtocolError);
  });

  it('more bytes, or more messages, under assembly than the limits say', () => {
    const bytes = new FragmentAssembler({ maxMessageBytes: 1000, maxPendingBytes: whole.length * 2 });
    add(bytes, begin(1n, ...frames));
    add(bytes, begin(2n, ...frames));
    expect(() => add(bytes, begin(3n, frame(0)))).toThrow(ProtocolError);
    const messages = new FragmentAssembler({ maxPendingMessages: 2 });
    add(messages, begin(1n));
    add(messages, begin(2n));
    expect(() => add(messages, begin(3n))).toThrow(ProtocolError);
  });
});

describe('with somebody to tell, a message beyond the limit', () => {
  /** Type and correlation id, which its owner reads. The flags before them are the fragment's. */
  const initialOf = (bytes: Buffer): string => bytes.toString('hex', 6, frames[0].length);
  const assemblerOf = (maxMessageBytes: number): { assembler: FragmentAssembler; told: string[] } => {
    const told: string[] = [];
    const onTooLong = (bytes: Buffer, leastLength: number): void => {
      told.push(`${initialOf(bytes)} ${leastLength}`);
    };
    return { assembler: new FragmentAssembler({ maxMessageBytes, onTooLong }), told };
  };
  const toldOf = (length: number): string[] => [`${initialOf(frames[0])} ${length}`];

  it('is told of once, whichever fragment passes the limit, and its others are ignored', () => {
    for (let passes = 0; passes < 4; passes++) {
      const { assembler, told } = assemblerOf(whole.length);
      const parts = [begin, middle, middle, end].map((part, i) =>
        part(7n, ...(i === passes ? [...frames, frame(0)] : i === 0 ? [frames[0]] : [])),
      );
      for (const part of parts) expect(add(assembler, part)).toBeUndefined();
      expect(told).toEqual(toldOf(whole.length + 6 + (passes === 0 ? 0 : frames[0].length)));
      expect(assembler).toMatchObject({ pendingMessages: 0, pendingBytes: 0 });
    }
  });

  it('leaves others alone whose fragments come between its own', () => {
    const { assembler, told } = assemblerOf(whole.length);
    add(assembler, begin(1n, frames[0]));
    add(assembler, begin(2n, ...frames.slice(0, 3)));
    add(assembler, middle(1n, ...frames));
    expect(told).toHaveLength(1);
    expect(assembler.pendingBytes).toBe(Buffer.concat(frames.slice(0, 3)).length);
    expect(add(assembler, end(2n, ...frames.slice(3)))).toEqual(whole);
    expect(add(assembler, end(1n, ...frames))).toBeUndefined();
    expect(add(assembler, begin(1n, ...frames.slice(0, 2)))).toBeUndefined();
    expect(add(assembler, end(1n, ...frames.slice(2)))).toEqual(whole);
    expect(told).toHaveLength(1);
  });

  it('is told of when one of its fragments alone is too long to come whole', () => {
    const skip = (assembler: FragmentAssembler, part: Buffer): void =>
      assembler.skip(part, 0, part.length, 1_000);
    const first = assemblerOf(whole.length);
    skip(first.assembler, begin(1n, frames[0]));
    expect(first.told).toEqual(toldOf(1_000));
    expect(add(first.assembler, end(1n, ...frames))).toBeUndefined();

    const later = assemblerOf(whole.length);
    add(later.assembler, begin(1n, frames[0]));
    skip(later.assembler, middle(1n));
    expect(later.told).toEqual(toldOf(1_000 + frames[0].length));
    skip(later.assembler, end(1n));
    expect(later.told).toHaveLength(1);
    expect(later.assembler).toMatchObject({ pendingMessages: 0, pendingBytes: 0 });
  });

  it('is a protocol error where its initial frame is missing or too short', () => {
    for (const part of [begin(1n), begin(1n, frame(0, 'short')), begin(1n, frame(0, 'x'.repeat(12)))]) {
      expect(() => assemblerOf(100).assembler.skip(part, 0, part.length, 1_000)).toThrow(ProtocolError);
    }
  });
});

describe('cutting a message into fragments', () => {
  it('leaves a message alone that is short enough', () => {
    expect(fragmentMessage(whole, 0, whole.length, whole.length, 1n)).toEqual([whole]);
  });

  it('leaves a message alone that is short enough, wherever it lies', () => {
    const padded = Buffer.concat([Buffer.alloc(100), whole]);
    expect(fragmentMessage(padded, 100, padded.length, whole.length, 1n)).toEqual([whole]);
  });

  it('leaves a message of one frame alone, however long it is', () => {
    const only = initial(1, 0xe000, 200);
    expect(fragmentMessage(only, 0, only.length, 50, 1n)).toEqual([only]);
  });

  it('puts as many frames into each fragment as have room in it', () => {
    // Six frames of 22 bytes behind a head of 14: two have room in 58 bytes, and in 79; three in 80.
    const six = Buffer.concat(Array.from({ length: 6 }, (_, i) => initial(i, i === 5 ? 0x2000 : 0)));
    const lengths = (size: number): number[] =>
      fragmentMessage(six, 0, six.length, size, 1n).map((part) => part.length);
    expect(lengths(58)).toEqual([58, 58, 58]);
    expect(lengths(79)).toEqual([58, 58, 58]);
    expect(lengths(80)).toEqual([80, 80]);
  });

  it('is undone by the assembler at every fragment size, and keeps fragments within it', () => {
    for (let size = 14; size <= whole.length + 14; size++) {
      const padded = Buffer.concat([Buffer.from('pad'), whole]);
      const parts = fragmentMessage(padded, 3, padded.length, size, 77n);
      const assembler = new FragmentAssembler();
      const longest = Math.max(...wireFrames.map((bytes) => bytes.length)) + 14;
      parts.forEach((part, index) => {
        expect(part.length).toBeLessThanOrEqual(Math.max(size, longest));
        expect(new MessageScanner().scan(part, 0, part.length)).toBe(part.length);
        expect(add(assembler, part)).toEqual(index === parts.length - 1 ? whole : undefined);
      });
    }
  });

  it('is undone for random messages whose fragments interleave at random', () => {
    const message = fc
      .array(fc.uint8Array({ maxLength: 60 }), { minLength: 1, maxLength: 12 })
      .map((contents) =>
        Buffer.concat([
          initial(1),
          ...contents.map((content, i) => frame(i === contents.length - 1 ? FLAG_FINAL : 0, content)),
        ]),
      );
    const property = fc.property(
      fc.array(message, { maxLength: 6 }),
      fc.integer({ min: 20, max: 120 }),
      fc.infiniteStream(fc.nat(1000)),
      (messages, size, choices) => {
        const queues = messages.map((bytes, id) => fragmentMessage(bytes, 0, bytes.length, size, BigInt(id)));
        const assembler = new FragmentAssembler();
        const done = new Set<string>();
        while (queues.some((queue) => queue.length > 0)) {
          const waiting = queues.filter((queue) => queue.length > 0);
          const choice = choices.next().value ?? 0;
          const out = add(assembler, waiting[choice % waiting.length].shift()!);
          if (out !== undefined) done.add(out.toString('hex'));
        }
        expect(done).toEqual(new Set(messages.map((bytes) => bytes.toString('hex'))));
        expect(assembler.pendingMessages).toBe(0);
      },
    );
    fc.assert(property, { seed: seedOf('fragments'), numRuns: 200 });
  });
});
