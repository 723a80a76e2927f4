import { expect, test } from 'vitest';

import { dataOf } from '../../../values/test/serialization/decode.js';
import { officialSide, ourSide, type Side } from '../../../values/test/serialization/portable/sides.js';
import { beginnings, thrownBy } from './support/openings.js';

const sides = (): Side[] => [officialSide({}), ourSide({})];

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
])('%s', (opening, work) => {
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
