import { inspect } from 'node:util';
import { TypeId } from '@offloop/wire';
import { rounds, seedOf } from '@offloop/tools';
import { createRandom, type Random } from '@offloop/tools/random';
import { describe, expect, it } from 'vitest';

import { letLoopTurn } from '../../../../test/support/event-loop.js';
import { DataDecoder } from '../../src/serialization/data-decoder.js';
import { ObjectDataInput } from '../../src/data/object-data-input.js';
import { DEFAULT_SERIALIZATION } from '../../src/serialization/settings.js';
import { isRefusal } from './refusals.js';
import { BOX_FACTORY, boxFactory, type Box } from './samples.js';

const seed = seedOf('nonsense');

type Next = Random['below'];

const INPUTS = rounds({ short: 20_000, full: 100_000 });
const MARGIN = 64;
const LONGEST = 256;

/** Lengths and type ids as a damaged or hostile value has them: small, huge, negative, or any. */
function word(next: Next): number {
  switch (next(6)) {
    case 0:
      return next(8) - 1;
    case 1:
      return [0x7fff_ffff, -0x8000_0000, 0x4000_0000, -1, -2, 0x00ff_ffff][next(6)];
    case 2:
      return TYPE_IDS[next(TYPE_IDS.length)];
    case 3:
      return next(LONGEST);
    default:
      return next(0x1_0000_0000) | 0;
  }
}

const TYPE_IDS: readonly number[] = [...Object.values(TypeId), -22, -23, -99, 5, 0x7fff_ffff];

/** Words and texts one after the other, behind a header; cut off anywhere. */
function nonsense(next: Next, target: Buffer): number {
  const length = next(10) === 0 ? next(9) : 8 + next(LONGEST - 8);
  target.fill(0, 0, 8);
  target.writeInt32BE(TYPE_IDS[next(TYPE_IDS.length)], 4);
  for (let at = 8; at < length;) {
    switch (next(4)) {
      case 0:
        target[at++] = next(256);
        break;
      case 1:
        // A boolean, as objects with ids begin with, and the ids of the factories that there are.
        target[at++] = 1;
        if (at + 8 <= target.length) {
          target.writeInt32BE(next(2) === 0 ? BOX_FACTORY : -25, at);
          target.writeInt32BE(next(2) === 0 ? 3 : 1, at + 4);
          at += 8;
        }
        break;
      default:
        if (at + 4 <= target.length) {
          if (next(2) === 0) target.writeInt32BE(word(next), at);
          else target.writeInt32LE(word(next), at);
        }
        at += 4;
    }
  }
  return length;
}

/** All of a value, as text: an invalid Date is not equal to another. */
const shown = (value: unknown): string =>
  inspect(value, { depth: Infinity, maxArrayLength: Infinity, maxStringLength: Infinity });

/** Everything a value is made of, counted, so that a few bytes cannot have become a great many. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  if (Buffer.isBuffer(value)) return value.length;
  return Object.values(value).reduce<number>((sum, each) => sum + sizeOf(each), 1);
}

describe.each([
  ['big-endian', true],
  ['little-endian', false],
])('%s nonsense', (_, isBigEndian) => {
  it('is read as something small or is an error that says so, and nothing around it is looked at', async () => {
    const { below: next } = createRandom(seed);
    const decoder = new DataDecoder({
      ...DEFAULT_SERIALIZATION,
      isBigEndian,
      dataSerializableFactories: new Map([[BOX_FACTORY, boxFactory as () => Box]]),
    });
    const input = Buffer.alloc(LONGEST + 16);
    const memories = [0x00, 0xff].map((fill) =>
      Buffer.from(new SharedArrayBuffer(LONGEST + 2 * MARGIN + 16)).fill(fill),
    );
    let values = 0;
    for (let run = 0; run < INPUTS / 2; run++) {
      await letLoopTurn();
      const length = nonsense(next, input);
      const outcomes = memories.map((memory, which) => {
        memory.fill(which === 0 ? 0x00 : 0xff);
        input.copy(memory, MARGIN, 0, length);
        try {
          return { value: decoder.decodeData(memory, MARGIN, MARGIN + length) };
        } catch (error) {
          if (!isRefusal(error)) throw error;
          return { error: error.message };
        }
      });
      const [first, second] = outcomes;
      // Compared here, as expect takes longer than all the rest.
      if (first.error !== second.error) throw new Error(`${first.error} or ${second.error}`);
      if (run % 8 === 0 && shown(first.value) !== shown(second.value)) {
        throw new Error('what is around a value was read');
      }
      if (first.error !== undefined) continue;
      values++;
      // An element takes a bit more than a byte at the least: a boolean, or four bytes of a type that has no payload.
      if (sizeOf(first.value) > 4 * LONGEST) throw new Error(`${sizeOf(first.value)} of ${length} bytes`);
    }
    // It is not all refused for its header.
    expect(values).toBeGreaterThan(INPUTS / 50);
  });

  it('is never read beyond its end by any method of an input, wherever it is asked to', () => {
    const { below: next } = createRandom(seed);
    const bytes = Buffer.alloc(LONGEST + 2 * MARGIN, 0x5a);
    const methods = Object.getOwnPropertyNames(ObjectDataInput.prototype).filter((name) =>
      /^(read|skip|position|reset|available)/.test(name),
    ) as (keyof ObjectDataInput)[];
    let calls = 0;
    const nested = (_typeId: number, input: ObjectDataInput): unknown => input.readInt();
    for (let run = 0; run < INPUTS / 4; run++) {
      const length = nonsense(next, bytes.subarray(MARGIN));
      if (length < 8) continue;
      const input = new ObjectDataInput(bytes, MARGIN, MARGIN + length, nested, !isBigEndian);
      for (let call = 0; call < 4; call++) {
        const method = methods[next(methods.length)];
        if (method === 'readInt64' || method === 'readInt64Array') continue;
        const at = next(3) === 0 ? word(next) : next(4) === 0 ? NaN : next(length);
        try {
          (input[method] as (...args: unknown[]) => unknown)(...(next(2) === 0 ? [] : [at]));
        } catch (error) {
          if (!isRefusal(error)) throw error;
        }
        const left = input.available();
        if (!(left >= 0 && left <= length)) throw new Error(`${method} went to ${left} of ${length}`);
        calls++;
      }
    }
    expect(calls).toBeGreaterThan(INPUTS / 4);
  });
});
