import Long from 'long';
import { describe, expect, it } from 'vitest';

import { HazelcastSerializationError } from '../../../src/errors/hierarchy.js';
import { LocalDate } from '../../../src/classes/local-date.js';
import type { Portable, PortableReader, PortableWriter } from '../../../src/portable/portable.js';
import { officialSide, ourSide, type Side } from './sides.js';
import { reading, Told } from './told.js';

const ofClass = (classId: number, write: (writer: PortableWriter) => void = () => undefined): Told =>
  new Told(write, undefined, classId);

/** The message of the error, which must be ours. */
function refusal(attempt: () => unknown): string {
  try {
    attempt();
  } catch (error) {
    if (!(error instanceof HazelcastSerializationError)) throw error;
    return error.message;
  }
  return 'not refused';
}

function refusedBy(side: Side, ...objects: Portable[]): string {
  objects.slice(0, -1).forEach((each) => side.encode(each));
  return refusal(() => side.encode(objects.at(-1)));
}

describe('a class version has one set of fields', () => {
  const first = new Told((writer) => writer.writeInt('a', 1));

  it.each<[string, (writer: PortableWriter) => void, RegExp]>([
    ['another field', (writer) => writer.writeInt('b', 1), /^Invalid field name: 'b'/],
    ['another type', (writer) => writer.writeLong('a', Long.ONE), /'a' is of type INT, not LONG/],
    ['a field less', () => undefined, /'a' was not written/],
    [
      'a field twice',
      (writer) => {
        writer.writeInt('a', 1);
        writer.writeInt('a', 1);
      },
      /^Field a has already been written!/,
    ],
  ])('so an object with %s is refused', (_, write, expected) => {
    expect(refusedBy(ourSide({}), first, new Told(write))).toMatch(expected);
  });

  it('so a class within another is refused when its fields are not those that are known', () => {
    const known = ofClass(2, (writer) => writer.writeInt('a', 1));
    const changed = ofClass(2, (writer) => writer.writeString('a', ''));
    const outer = ofClass(3, (writer) => writer.writePortable('inner', changed));
    expect(refusedBy(ourSide({}), known, outer)).toMatch(
      /class 2 of factory 1, version 0.*STRING instead of INT/,
    );
    const official = officialSide({});
    official.encode(known);
    expect(() => official.encode(outer)).toThrow(/Incompatible class definition/);
  });

  it('so what others wrote with other fields is refused', () => {
    const factories = {
      1: () => reading((reader) => reader.readInt('a')),
    };
    const side = ourSide({ factories });
    const write = (name: string): Buffer =>
      ourSide({}).encode(new Told((writer) => writer.writeInt(name, 1)));
    side.decode(write('a'));
    expect(refusal(() => side.decode(write('b')))).toMatch(/there is another field than 'a' of type INT/);
    const two = ourSide({}).encode(
      new Told((writer) => {
        writer.writeInt('a', 1);
        writer.writeInt('b', 1);
      }),
    );
    expect(refusal(() => side.decode(two))).toMatch(/2 fields, and 1 in its definition/);
  });

  it('of which none has the name of another', () => {
    const twice = new Told((writer) => {
      writer.writeInt('a', 1);
      writer.writeString('a', '');
    });
    expect(refusedBy(ourSide({}), twice)).toMatch(/'a' has already been written/);
  });

  it('whose names are Latin-1, which is what members read', () => {
    const named = (name: string): Portable => new Told((writer) => writer.writeInt(name, 1));
    expect(refusedBy(ourSide({}), named('größe'))).toBe('not refused');
    expect(refusedBy(ourSide({}), named('大'))).toMatch(/Latin-1 only/);
    expect(refusedBy(ourSide({}), named('x'.repeat(32768)))).toMatch(/32768 characters/);
    for (const name of ['größe', '__proto__', 'toString', 'x'.repeat(32767), '']) {
      let names: string[] = [];
      const factory = (): Portable => reading((reader) => (names = reader.getFieldNames()));
      ourSide({ factories: { 1: factory } }).decode(ourSide({}).encode(named(name)));
      expect(names).toEqual([name]);
    }
  });
});

describe('a Portable within another', () => {
  const outer = (value: Portable | null): Portable =>
    ofClass(1, (writer) => writer.writePortable('inner', value));
  const outerOf = (values: Portable[] | null): Portable =>
    ofClass(1, (writer) => writer.writePortableArray('inner', values));

  it('may be null once its class is known, as with the official client', () => {
    const byClass = ofClass(1, (writer) => writer.writeNullPortable('inner', 1, 2));
    for (const [first, then] of [
      [outer(ofClass(2)), outer(null)],
      [outer(ofClass(2)), byClass],
      [ofClass(2), byClass],
      [outerOf([ofClass(2)]), outerOf(null)],
      [outerOf([ofClass(2)]), outerOf([])],
    ]) {
      expect(refusedBy(ourSide({}), then)).toMatch(/of a class not known yet/);
      expect(() => officialSide({}).encode(then)).toThrow(/explicitly registering/);
      const [ours, official] = [ourSide({}), officialSide({})];
      expect(ours.encode(first)).toEqual(official.encode(first));
      expect(ours.encode(then)).toEqual(official.encode(then));
    }
  });

  it('must be of the class of the field', () => {
    expect(refusedBy(ourSide({}), outer(ofClass(2)), outer(ofClass(3)))).toMatch(/class 2 of factory 1$/);
    expect(refusedBy(ourSide({}), outerOf([ofClass(2), ofClass(3)]))).toMatch(/class 2 of factory 1$/);
    expect(refusedBy(ourSide({}), outerOf([ofClass(2), null as never]))).toMatch(
      /is null; accepted: a Portable/,
    );
    const otherNull = ofClass(1, (writer) => writer.writeNullPortable('inner', 1, 3));
    expect(refusedBy(ourSide({}), ofClass(3), outer(ofClass(2)), otherNull)).toMatch(/class 2 of factory 1$/);
  });

  it('must not be of class 0', () => {
    expect(refusedBy(ourSide({}), outer(ofClass(0)))).toMatch(/^Portable class ID cannot be zero!/);
  });

  it('that is within itself is refused', () => {
    const circle: Portable = ofClass(1, (writer) => writer.writePortable('inner', circle));
    expect(refusedBy(ourSide({}), circle)).toMatch(/within itself/);
    // And nothing is left of the attempt.
    expect(refusedBy(ourSide({}), outer(ofClass(2)))).toBe('not refused');
  });
});

describe('a value that its type cannot hold is refused, and the field named', () => {
  it.each<[string, unknown]>([
    ['Int', 2 ** 31],
    ['Int', NaN],
    ['Int', undefined],
    ['Int', '1'],
    ['Short', -32769],
    ['Byte', 256],
    ['Byte', -129],
    ['Char', ''],
    ['Char', 'ab'],
    ['Boolean', undefined],
    ['Long', 1],
    ['Double', null],
    ['Float', '1'],
    ['String', 1],
    ['Decimal', 1n],
    ['Time', '10:00'],
    ['Date', new LocalDate(32768, 1, 1)],
    ['Timestamp', new Date()],
    ['TimestampWithTimezone', {}],
    ['ByteArray', [1]],
    // eslint-disable-next-line no-sparse-arrays
    ['IntArray', [1, , 2]],
    ['IntArray', [1, 2 ** 40]],
    ['Int', Long.fromNumber(2 ** 31)],
    ['ShortArray', [Long.fromNumber(1), Long.fromNumber(2 ** 40)]],
    ['BooleanArray', [1]],
    ['StringArray', ['a', 1]],
    ['LongArray', [1n]],
    ['DecimalArray', [null]],
    ['DoubleArray', 1],
  ])('%s', (kind, value) => {
    const object = new Told((writer) => {
      (writer as unknown as Record<string, (name: string, value: unknown) => void>)[`write${kind}`](
        'field',
        value,
      );
    });
    expect(refusedBy(ourSide({}), object)).toMatch(
      /class 1 of factory 1, version 0: field 'field' is .*; accepted: /,
    );
  });

  it.each([
    ['version', { version: -1 }],
    ['version', { version: 1.5 }],
    ['factoryId', { factoryId: 2 ** 31 }],
    ['classId', { classId: 0.5 }],
  ])('%s of an object', (name, fields) => {
    expect(refusedBy(ourSide({}), Object.assign(ofClass(1), fields))).toMatch(name);
  });

  it('though a Long is taken for any number, as by the official client', () => {
    const [five, minus] = [Long.fromNumber(5), Long.fromNumber(-6)] as unknown as number[];
    const object = new Told((writer) => {
      writer.writeByte('a', five);
      writer.writeShort('b', minus);
      writer.writeInt('c', five);
      writer.writeFloat('d', minus);
      writer.writeDouble('e', five);
      writer.writeShortArray('f', [five, minus]);
      writer.writeIntArray('g', [five, 1.5, minus]);
      writer.writeFloatArray('h', [five, minus]);
      writer.writeDoubleArray('i', [five, 0.5, minus]);
    });
    expect(ourSide({}).encode(object)).toEqual(officialSide({}).encode(object));
  });

  it('though fractions of whole numbers are cut off, as by the official client', () => {
    const object = new Told((writer) => {
      writer.writeInt('a', -1.9);
      writer.writeShort('b', 1.9);
      writer.writeByte('c', 254.5);
      writer.writeIntArray('d', [1.5, -1.5]);
    });
    expect(ourSide({}).encode(object)).toEqual(officialSide({}).encode(object));
  });
});

describe('raw data', () => {
  const write = (writer: PortableWriter): void => {
    writer.writeInt('a', 1);
    const raw = writer.getRawDataOutput();
    raw.writeString('raw');
    raw.writeObject([true, false]);
    writer.getRawDataOutput().writeInt(77);
  };

  it('comes behind the fields, and is read by the official client, too', () => {
    const read: unknown[] = [];
    const factory = (): Portable =>
      new Told(write, (reader) => {
        const a = reader.readInt('a');
        const raw = reader.getRawDataInput();
        read.push([a, raw.readString(), raw.readObject(), reader.getRawDataInput().readInt()]);
      });
    for (const isBigEndian of [true, false]) {
      const sides = { factories: { 1: factory }, isBigEndian };
      const bytes = ourSide(sides).encode(new Told(write));
      const list = [ourSide(sides), officialSide(sides)];
      for (const side of list) side.decode(bytes);
    }
    const once = [1, 'raw', [true, false], 77];
    expect(read).toEqual([once, once, once, once]);
  });

  it('ends the fields, of writers and of readers', () => {
    const late = new Told((writer) => {
      writer.getRawDataOutput();
      writer.writeInt('a', 1);
    });
    // The first time its fields are only looked at, so the second is refused.
    expect(refusedBy(ourSide({}), late)).toMatch(/after getRawDataOutput was called/);
    const factory = (): Portable =>
      new Told(write, (reader) => {
        reader.getRawDataInput();
        reader.readInt('a');
      });
    const side = ourSide({ factories: { 1: factory } });
    expect(refusal(() => side.decode(side.encode(new Told(write))))).toMatch(/after getRawDataInput called!/);
  });

  it('that is not there is an error', () => {
    const factory = (): Portable => reading((reader) => reader.getRawDataInput());
    const side = ourSide({ factories: { 1: factory } });
    expect(refusal(() => side.decode(side.encode(ofClass(1))))).toMatch(/raw data was not written/);
  });
});

describe('readers and writers that user code keeps', () => {
  it('are of no use afterwards', () => {
    const writers: PortableWriter[] = [];
    let reader: PortableReader | undefined;
    const factory = (): Portable => reading((given) => (reader = given));
    const side = ourSide({ factories: { 1: factory } });
    side.decode(
      side.encode(
        new Told((given) => {
          given.writeInt('a', 1);
          writers.push(given);
        }),
      ),
    );
    // The one that learned the fields, and the one that wrote them.
    expect(writers).toHaveLength(2);
    for (const writer of writers) {
      expect(refusal(() => writer.writeInt('b', 2))).toMatch(/after writePortable has returned/);
      expect(refusal(() => writer.getRawDataOutput())).toMatch(/after writePortable has returned/);
    }
    expect(refusal(() => reader?.readInt('a'))).toMatch(/after readPortable has returned/);
    expect(refusal(() => reader?.getRawDataInput())).toMatch(/after readPortable has returned/);
    expect(reader?.getFieldNames()).toEqual(['a']);
  });

  it('and what they throw is thrown as it is', () => {
    const own = new TypeError('own');
    const fail = (): never => {
      throw own;
    };
    const side = ourSide({ factories: { 1: () => reading(fail) } });
    const attempts = [
      (): unknown => side.encode(new Told(fail)),
      (): unknown => side.decode(side.encode(ofClass(1))),
    ];
    for (const attempt of attempts) {
      expect(attempt).toThrow(own);
    }
  });
});

describe('a factory', () => {
  const bytes = ourSide({}).encode(ofClass(1));

  it.each<[string, Record<number, unknown>, RegExp]>([
    ['that is not there', {}, /no suitable portable factory for 1/],
    ['that returns null', { 1: () => null }, /portableFactories\[1\] returned null/],
    ['that returns another object', { 1: () => ({}) }, /returned an object/],
  ])('%s is an error', (_, factories, expected) => {
    expect(refusal(() => ourSide({ factories: factories as never }).decode(bytes))).toMatch(expected);
  });
});

it('of an object that is IdentifiedDataSerializable, too, it is written as that, as by the official client', () => {
  const both = Object.assign(ofClass(1), { readData: () => undefined, writeData: () => undefined });
  expect(ourSide({}).encode(both)).toEqual(officialSide({}).encode(both));
});

it('an object that names its partition gets it', () => {
  const keyed = Object.assign(ofClass(1), { partitionKey: 'customer' });
  expect(ourSide({}).encode(keyed)).toEqual(officialSide({}).encode(keyed));
});

it('an element of a list that fails leaves nothing behind', () => {
  const broken = new Told((writer) => writer.writeInt('a', NaN));
  const serializer = {
    id: 9,
    read: () => 0,
    write: (output: { writeObject(value: unknown): void }) => {
      try {
        output.writeObject(broken);
      } catch {
        output.writeObject('instead');
      }
    },
  };
  const more = { globalSerializer: serializer };
  const plain = {
    ...serializer,
    write: (output: { writeObject(value: unknown): void }) => output.writeObject('instead'),
  };
  expect(ourSide({ more }).encode({})).toEqual(ourSide({ more: { globalSerializer: plain } }).encode({}));
});
