import { AssertionError } from 'node:assert';
import { isDeepStrictEqual } from 'node:util';
import { TypeId } from '@offloop/wire';
import * as fc from 'fast-check';
import { rounds, seedOf } from '@offloop/tools';
import { createRandom, type Random } from '@offloop/tools/random';
import { describe, expect, it, onTestFinished } from 'vitest';

import { letLoopTurn } from '../../../../../test/support/event-loop.js';
import { HazelcastSerializationError } from '../../../src/errors/hierarchy.js';
import { BigDecimal } from '../../../src/classes/big-decimal.js';
import { DataDecoder } from '../../../src/serialization/data-decoder.js';
import { ClassDefinition } from '../../../src/portable/class-definition.js';
import { DefinitionRegistry } from '../../../src/portable/definition-registry.js';
import { FieldType } from '../../../src/portable/field-type.js';
import type { Portable, PortableReader, PortableWriter } from '../../../src/portable/portable.js';
import { isRefusal } from '../refusals.js';
import { DEFAULT_SERIALIZATION } from '../../../src/serialization/settings.js';
import { Dynamic, FACTORY, objectsOf, PLAIN_KINDS, type ClassSpec } from './dynamic.js';
import { ourSide, type Side } from './sides.js';
import { reading, Told } from './told.js';

const INPUTS = rounds({ short: 20_000, full: 100_000 });
const seed = seedOf('hostile portables');

/** A field of each kind. */
const every: ClassSpec = {
  classId: 1,
  version: null,
  fields: Object.keys(PLAIN_KINDS).map((kind, index) => ({ name: `f${index}`, kind, of: null })),
};
const small: ClassSpec = {
  classId: 2,
  version: null,
  fields: [
    { name: 'number', kind: 'Int', of: null },
    { name: 'texts', kind: 'StringArray', of: null },
  ],
};
const middle: ClassSpec = {
  classId: 3,
  version: 1,
  fields: [
    { name: 'one', kind: 'Portable', of: small },
    { name: 'many', kind: 'PortableArray', of: small },
    { name: 'text', kind: 'String', of: null },
  ],
};
const top: ClassSpec = {
  classId: 4,
  version: null,
  fields: [
    { name: 'middles', kind: 'PortableArray', of: middle },
    { name: 'one', kind: 'Portable', of: middle },
  ],
};
const SPECS = [every, small, middle, top];

function newDecoder(): DataDecoder {
  const factory = (classId: number): Portable => {
    const spec = SPECS[classId - 1];
    if (spec === undefined) throw new RangeError(`no class ${classId}`);
    return new Dynamic(spec);
  };
  return new DataDecoder({ ...DEFAULT_SERIALIZATION, portableFactories: new Map([[FACTORY, factory]]) });
}

const MARGIN = 1000;
const WORDS = [-1, 0, 1, 2 ** 31 - 1, -(2 ** 31), 65_536];

/** What comes of a value that stands among bytes of one kind: whoever reads past its end reads those. */
function outcome(decoder: DataDecoder, bytes: Buffer, around: number): unknown {
  const memory = Buffer.alloc(bytes.length + 2 * MARGIN, around);
  bytes.copy(memory, MARGIN);
  try {
    return decoder.decodeData(memory, MARGIN, MARGIN + bytes.length);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return error;
  }
}

/** Truncated, or with numbers in it that are huge, negative, nonsense or positions of something else. */
function damaged(original: Buffer, random: Random['below']): Buffer {
  const bytes = Buffer.from(original);
  for (let times = 1 + random(3); times > 0; times--) {
    const at = 8 + random(bytes.length - 8);
    const isWord = at + 4 <= bytes.length;
    switch (random(5)) {
      case 0:
        bytes[at] = random(256);
        break;
      case 1:
        if (isWord) bytes.writeInt32BE(random(bytes.length + 8), at);
        break;
      case 2:
        if (isWord) bytes.writeInt32BE(WORDS[random(WORDS.length)], at);
        break;
      case 3:
        bytes.copy(bytes, at, 8 + random(bytes.length - 8), bytes.length);
        break;
      default:
        if (random(4) === 0) return bytes.subarray(0, at);
    }
  }
  return bytes;
}

it(`${INPUTS} damaged Portables give a value or a typed error, whatever lies around them`, async () => {
  const side = ourSide({});
  const samples = SPECS.flatMap((spec) =>
    fc.sample(objectsOf(spec, true), { seed, numRuns: 5 }).map((object) => side.encode(object)),
  );
  const { below: random } = createRandom(seed);
  // One has met no class at first, and has learned some nonsense later.
  let decoder = newDecoder();
  let refused = 0;
  // Most of the time would go to stacks that nobody looks at.
  const { stackTraceLimit } = Error;
  onTestFinished(() => void (Error.stackTraceLimit = stackTraceLimit));
  Error.stackTraceLimit = 0;
  for (let input = 0; input < INPUTS; input++) {
    await letLoopTurn();
    if (input % 500 === 0) decoder = newDecoder();
    const bytes = damaged(samples[random(samples.length)], random);
    if (outcome(decoder, bytes, 0) instanceof Error) refused++;
    if (input % 20 > 0) continue;
    const [one, other] = [0, 0xff].map((around) => outcome(newDecoder(), bytes, around));
    if (!isDeepStrictEqual(one, other))
      throw new AssertionError({ message: `input ${input}`, actual: one, expected: other });
  }
  console.log(`${refused} of ${INPUTS} refused`);
  expect(refused).toBeGreaterThan(INPUTS / 10);
  expect(refused).toBeLessThan(INPUTS);
}, 120_000);

/** Where the first object's table of positions is: behind the header, factory, class, version, end and count. */
const TABLE = 8 + 5 * 4;

function readerOf(read: (reader: PortableReader) => unknown): Side {
  return ourSide({ factories: { 1: () => reading(read) } });
}

describe('positions that lead to the same bytes', () => {
  it('are refused for elements of an array', () => {
    const write = (writer: PortableWriter): void => {
      writer.writeDecimalArray('array', [new BigDecimal(1n, 0), new BigDecimal(2n, 0)]);
    };
    const bytes = ourSide({}).encode(new Told(write));
    const side = readerOf((reader) => reader.readDecimalArray('array'));
    expect(side.decode(bytes)).toMatchObject({ read: [new BigDecimal(1n, 0), new BigDecimal(2n, 0)] });
    const elements = bytes.readInt32BE(TABLE) + 2 + 'array'.length + 1 + 4;
    bytes.writeInt32BE(bytes.readInt32BE(elements), elements + 4);
    expect(() => side.decode(bytes)).toThrow(/element 1 at \d+, which is before/);
  });

  it('are refused for fields, since each has its name before it', () => {
    const write = (writer: PortableWriter): void => {
      writer.writeString('a', 'x'.repeat(1000));
      writer.writeString('b', 'y');
    };
    const bytes = ourSide({}).encode(new Told(write));
    bytes.writeInt32BE(bytes.readInt32BE(TABLE), TABLE + 4);
    const side = readerOf((reader) => reader.readString('b'));
    expect(() => side.decode(bytes)).toThrow(/field 1 has the name of another/);
  });

  it('are refused when a field is read again and again', () => {
    const text = 'x'.repeat(100_000);
    const bytes = ourSide({}).encode(new Told((writer) => writer.writeString('a', text)));
    const readTimes = (times: number): unknown =>
      readerOf((reader) => Array.from({ length: times }, () => reader.readString('a'))).decode(bytes);
    expect(readTimes(10)).toMatchObject({ read: Array(10).fill(text) });
    expect(() => readTimes(100)).toThrow(/lead to the same bytes too often/);
  });

  it('are refused when each object is read by two others', () => {
    // Without fields, and ending where its raw data begins, which is the next one: so the one after next is read twice.
    const OBJECT = [TypeId.PORTABLE, 1, 1, 0];
    const OBJECTS = 400;
    const bytes = Buffer.alloc(4 + OBJECTS * 28);
    for (let index = 0; index < OBJECTS; index++) {
      const at = 4 + index * 28;
      [...OBJECT, at + 28, 0, at + 28].forEach((word, at4) => bytes.writeInt32BE(word, at + 4 * at4));
    }
    let objects = 0;
    const side = readerOf((reader) => {
      objects++;
      const raw = reader.getRawDataInput();
      raw.readObject();
      raw.readObject();
    });
    expect(() => side.decode(bytes)).toThrow(HazelcastSerializationError);
    let caught = 0;
    const stubborn = readerOf((reader) => {
      caught++;
      const raw = reader.getRawDataInput();
      for (let time = 0; time < 2; time++) {
        try {
          raw.readObject();
        } catch {
          // User code may go on as if nothing had been.
        }
      }
    });
    stubborn.decode(bytes);
    expect([objects, caught].every((count) => count < 200_000)).toBe(true);
  });
});

describe('announced sizes', () => {
  const bytes = ourSide({}).encode(new Told((writer) => writer.writeInt('a', 1)));

  it.each([
    ['end', TABLE - 8],
    ['count', TABLE - 4],
    ['position', TABLE],
  ])('of %s are held against what is there', (_, at) => {
    for (const value of [-1, 0, 7, bytes.length + 1, 0x1fff_ffff, 2 ** 31 - 1, -(2 ** 31)]) {
      const wrong = Buffer.from(bytes);
      wrong.writeInt32BE(value, at);
      const side = readerOf((reader) => reader.readInt('a'));
      expect(() => side.decode(wrong)).toThrow(HazelcastSerializationError);
    }
  });
});

it('definitions learned from bytes are kept up to a bound, those of objects that were written always', () => {
  const registry = new DefinitionRegistry();
  const definitionOf = (version: number): ClassDefinition => {
    const definition = new ClassDefinition({ factoryId: 1, classId: 1, version }, true);
    for (let field = 0; field < 100; field++)
      definition.add(`field ${field} of 30,000 ${'x'.repeat(30_000)}`, FieldType.INT, null);
    return definition;
  };
  let version = 0;
  while (registry.learn(definitionOf(version)) && registry.find(1, 1, version) !== undefined) version++;
  expect(version).toBeGreaterThan(0);
  expect(version).toBeLessThan(10);
  registry.register(definitionOf(version));
  expect(registry.find(1, 1, version)).toBeDefined();
});
