import { expect, test } from 'vitest';

import type { Portable, PortableWriter } from '../../src/index.js';
import { dataOf } from '../../../values/test/serialization/decode.js';
import { officialSide, ourSide, type Side } from '../../../values/test/serialization/portable/sides.js';
import { beginnings, thrownBy } from './support/openings.js';

class Item implements Portable {
  readonly factoryId = 3;
  readonly classId: number = 4;
  readonly write: (writer: PortableWriter) => void;
  readonly read: Portable['readPortable'];
  readonly version = 0;

  constructor(write: Item['write'], read: Portable['readPortable'] = () => undefined) {
    this.write = write;
    this.read = read;
  }

  writePortable(writer: PortableWriter): void {
    this.write(writer);
  }

  readPortable(reader: Parameters<Portable['readPortable']>[0]): void {
    this.read(reader);
  }
}

const sides = (options: Parameters<typeof ourSide>[0] = {}): [Side, Side] => [
  officialSide(options),
  ourSide(options),
];
const writeId = (writer: PortableWriter): void => writer.writeInt('id', 1);

const withRawData = ourSide({}).encode(
  new Item((writer) => {
    writeId(writer);
    writer.getRawDataOutput().writeInt(1);
  }),
);

const readsOfPortables: [opening: string, read: Portable['readPortable']][] = [
  ["Unknown field name: 'nope' for ClassDefinition{id: 4, version: 0}", (reader) => reader.readInt('nope')],
  ["Not a '9' field: id", (reader) => reader.readString('id')],
  [
    'Cannot read portable fields after getRawDataInput called!',
    (reader) => {
      reader.getRawDataInput();
      reader.readInt('id');
    },
  ],
];

test.each(readsOfPortables)('reading a Portable: %s', (opening, read) => {
  const factories = { 3: (): Portable => new Item(writeId, read) };
  const [theirs, own] = sides({ factories }).map((side) => {
    return () => side.decode(withRawData);
  });
  expect(beginnings(opening, theirs, own)).toEqual([opening, opening]);
});

test.each<[string, Parameters<typeof ourSide>[0]]>([
  ['There is no suitable portable factory for 3.', {}],
  ['Could not create Portable for class-id: 4', { factories: { 3: () => null as unknown as Portable } }],
])('reading a Portable: %s', (opening, options) => {
  const [theirs, own] = sides(options).map((side) => {
    const bytes = side.encode(new Item(writeId));
    return () => side.decode(bytes);
  });
  expect(beginnings(opening, theirs, own)).toEqual([opening, opening]);
});

test.each<[string, () => Portable[]]>([
  [
    "Invalid field name: 'b' for ClassDefinition{id: 4, version: 0}",
    () => [new Item((writer) => writer.writeInt('a', 1)), new Item((writer) => writer.writeInt('b', 1))],
  ],
  [
    'Field a has already been written!',
    () => [
      new Item((writer) => {
        writer.writeInt('a', 1);
        writer.writeInt('b', 1);
      }),
      new Item((writer) => {
        writer.writeInt('a', 1);
        writer.writeInt('a', 1);
      }),
    ],
  ],
  [
    'Cannot write null portable without explicitly registering class definition!',
    () => [new Item((writer) => writer.writePortable('a', null))],
  ],
])('writing a Portable: %s', (opening, portables) => {
  const [theirs, own] = sides({}).map(
    (side) => () => portables().forEach((portable) => side.encode(portable)),
  );
  expect(beginnings(opening, theirs, own)).toEqual([opening, opening]);
});

const identified = Buffer.from([1, 0, 0, 0, 9, 0, 0, 0, 1]);
const dataSerializable = Buffer.from([0]);

test.each<[string, (side: Side) => unknown]>([
  [
    'There is no suitable deserializer for data with type 77',
    (side) => side.decode(dataOf(77, Buffer.alloc(4))),
  ],
  [
    'There is no Identified Data Serializer factory with id 9.',
    (side) => side.decode(dataOf(-2, identified)),
  ],
  [
    'Native clients does not support Data Serializable. Please use Identified Data Serializable',
    (side) => side.decode(dataOf(-2, dataSerializable)),
  ],
  ['undefined cannot be serialized.', (side) => side.encode(undefined)],
  ['Array serialization type is determined using the first element. ', (side) => side.encode([undefined, 1])],
])('a value: %s', (opening, work) => {
  const [theirs, own] = sides().map((side) => () => work(side));
  expect(beginnings(opening, theirs, own)).toEqual([opening, opening]);
});

test('invalid JSON: a SyntaxError, as officially, but one that does not quote the text', () => {
  const json = dataOf(-130, Buffer.from('\0\0\0\x06{"pin"', 'latin1'));
  const [theirs, own] = sides().map((side) => thrownBy(() => side.decode(json)));
  expect(theirs).toBeInstanceOf(SyntaxError);
  expect(own).toBeInstanceOf(SyntaxError);
  expect(String(own)).not.toContain('pin');
});
