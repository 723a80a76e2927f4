import * as fc from 'fast-check';
import { seedOf } from '@offloop/tools';
import { describe, expect, it } from 'vitest';

import { HazelcastSerializationError } from '../../../src/errors/hierarchy.js';
import { FieldType } from '../../../src/portable/field-type.js';
import type { Portable, PortableReader, PortableWriter } from '../../../src/portable/portable.js';
import { plain, PLAIN_KINDS } from './dynamic.js';
import { officialSide, ourSide, type Side } from './sides.js';
import { reading, Told } from './told.js';

const seed = seedOf('portable versions');

type Methods = Record<string, (...args: unknown[]) => unknown>;

/** An object of a version that writes what it is told to. */
const versioned = (version: number, write: (writer: PortableWriter) => void): Portable =>
  Object.assign(new Told(write), { version });

const methodsOf = (object: PortableReader | PortableWriter): Methods => object as unknown as Methods;

class Inner implements Portable {
  factoryId = 1;
  classId = 2;
  number = 0;

  writePortable(writer: PortableWriter): void {
    writer.writeInt('number', this.number);
  }

  readPortable(reader: PortableReader): void {
    this.number = reader.readInt('number');
  }
}

const inner = Object.assign(new Inner(), { number: 7 });
const KINDS = [...Object.keys(PLAIN_KINDS), 'Portable', 'PortableArray'];

/** Some value of a kind that is not null. */
function someValue(kind: string): unknown {
  if (kind === 'Portable') return inner;
  if (kind === 'PortableArray') return [inner, inner];
  const samples = fc.sample(PLAIN_KINDS[kind], { seed, numRuns: 50 });
  return samples.find((each) => each !== null);
}

function writeOne(side: Side, kind: string, version: number): Buffer {
  const value = someValue(kind);
  return side.encode(versioned(version, (writer) => methodsOf(writer)[`write${kind}`]('field', value)));
}

type MakeSide = typeof ourSide;

/** What a client that has the class in this version makes of the bytes. */
function readBy(
  makeSide: MakeSide,
  bytes: Buffer,
  version: number,
  read: (reader: Methods) => unknown,
): unknown {
  const factory = (classId: number): Portable =>
    classId === 1
      ? Object.assign(
          reading((reader) => read(methodsOf(reader))),
          { version },
        )
      : new Inner();
  try {
    return { read: plain((makeSide({ factories: { 1: factory } }).decode(bytes) as Told).read) };
  } catch (error) {
    if (makeSide === ourSide && !(error instanceof HazelcastSerializationError)) throw error;
    return 'refused';
  }
}

describe.each(KINDS)('a field written as %s', (written) => {
  it.each([
    ['another version', 2],
    ['the same version', 1],
  ])('is read by %s as what the official client reads', (_, version) => {
    const bytes = writeOne(ourSide({}), written, 1);
    expect(bytes).toEqual(writeOne(officialSide({}), written, 1));
    for (const asKind of KINDS) {
      const read = (reader: Methods): unknown => reader[`read${asKind}`]('field');
      expect([asKind, readBy(ourSide, bytes, version, read)]).toEqual([
        asKind,
        readBy(officialSide, bytes, version, read),
      ]);
    }
  });
});

describe('a field that is not there', () => {
  const bytes = writeOne(ourSide({}), 'Int', 1);
  const asking =
    (kind: string) =>
    (reader: Methods): unknown =>
      reader[`read${kind}`]('other');

  it.each(KINDS)('is undefined in another version: %s', (kind) => {
    const ours = readBy(ourSide, bytes, 2, asking(kind));
    expect(ours).toEqual({ read: undefined });
    // The official client forgot that one, as Java did not.
    const official = kind === 'Portable' ? 'refused' : ours;
    expect(readBy(officialSide, bytes, 2, asking(kind))).toEqual(official);
  });

  it.each(KINDS)('is an error in the same version: %s', (kind) => {
    expect(readBy(ourSide, bytes, 1, asking(kind))).toBe('refused');
    expect(readBy(officialSide, bytes, 1, asking(kind))).toBe('refused');
  });
});

it('a reader tells of the version and the fields that were written', () => {
  const bytes = ourSide({}).encode(
    versioned(3, (writer) => {
      writer.writeString('b', 'x');
      writer.writePortable('a', inner);
      writer.writeLongArray('c', null);
    }),
  );
  const read = (reader: Methods): unknown => [
    reader['getVersion'](),
    reader['getFieldNames'](),
    ['a', 'b', 'c'].map((name) => reader['getFieldType'](name)),
    ['a', 'd', 'toString'].map((name) => reader['hasField'](name)),
  ];
  for (const version of [3, 4]) {
    expect(readBy(ourSide, bytes, version, read)).toEqual({
      read: [
        3,
        ['b', 'a', 'c'],
        [FieldType.PORTABLE, FieldType.STRING, FieldType.LONG_ARRAY],
        [true, false, false],
      ],
    });
  }
  expect(
    readBy(ourSide, bytes, 3, (reader) => {
      expect(() => reader['getFieldType']('d')).toThrow(RangeError);
    }),
  ).toEqual({ read: undefined });
});

it('the version of the configuration is that of classes without one', () => {
  const object = Object.assign(new Inner(), { number: 1 });
  const bytes = ourSide({ portableVersion: 5 }).encode(object);
  expect(bytes).toEqual(officialSide({ portableVersion: 5 }).encode(object));
  const versions: number[] = [];
  class Spying extends Inner {
    override readPortable(reader: PortableReader): void {
      versions.push(reader.getVersion());
      // Absent in class versions other than its own, so this says whether it is another.
      this.number = reader.readInt('absent') ?? -1;
    }
  }
  const factories = { 1: () => new Spying() };
  expect(ourSide({ factories, portableVersion: 6 }).decode(bytes)).toMatchObject({ number: -1 });
  expect(() => ourSide({ factories, portableVersion: 5 }).decode(bytes)).toThrow(
    /Unknown field name: 'absent'/,
  );
  expect(versions).toEqual([5, 5]);
});

it('the numbers of FieldType are also keys, as in the official enum', async () => {
  const official = (await import('hazelcast-client')).FieldType as unknown as Record<string, unknown>;
  expect({ ...FieldType }).toEqual({ ...official });
});
