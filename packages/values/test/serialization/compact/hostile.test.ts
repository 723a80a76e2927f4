import * as fc from 'fast-check';
import { rounds, seedOf } from '@offloop/tools';
import { createRandom, type Random } from '@offloop/tools/random';
import { expect, it } from 'vitest';

import { letLoopTurn } from '../../../../../test/support/event-loop.js';
import { GenericRecordImpl } from '../../../src/compact/generic-record-impl.js';
import { FieldKind } from '../../../src/compact/schema/field-kind.js';
import { Schema } from '../../../src/compact/schema/schema.js';
import { OURS } from '../classes.js';
import { cases, Classes } from './cases.js';
import { OurSide, TheirSide } from './clients.js';
import { isRefusal } from '../refusals.js';

const INPUTS = rounds({ short: 20_000, full: 100_000 });
/** Inputs made from each value. */
const VARIANTS = 500;

const seed = seedOf('hostile Compact values');

const LENGTHS = [-1, -2, 0, 1, 0x7fffffff, -0x80000000, 0x10000, 0xffff, 0xff];

/** The same bytes, cut off, or with some of them changed. */
function spoil(bytes: Buffer, random: Random['below']): Buffer {
  const spoiled = Buffer.from(bytes.subarray(0, random(4) === 0 ? random(bytes.length + 1) : bytes.length));
  for (let changes = random(4); changes > 0 && spoiled.length > 16; changes--) {
    // Behind the schema's id: another id is a schema that is not known.
    const at = 16 + random(spoiled.length - 16);
    if (random(2) === 0) spoiled[at] = random(256);
    else if (at + 4 <= spoiled.length) spoiled.writeInt32BE(LENGTHS[random(LENGTHS.length)], at);
  }
  return spoiled;
}

it('takes any bytes for what they are, or refuses them with a typed error', async () => {
  const { below: random } = createRandom(seed);
  let tried = 0;
  let refused = 0;
  for (const { shape, plain } of fc.sample(cases, { seed, numRuns: INPUTS / VARIANTS })) {
    await letLoopTurn();
    const classes = new Classes(shape);
    const typed = new OurSide(classes.serializers);
    const bytes = typed.encode(classes.object(OURS, shape, plain));
    const generic = new OurSide([]);
    generic.learn(typed.schemas);
    for (let variant = 0; variant < VARIANTS; variant++) {
      const spoiled = spoil(bytes, random);
      const side = variant % 2 === 0 ? typed : generic;
      tried++;
      try {
        side.decode(spoiled);
      } catch (error) {
        refused++;
        if (!isRefusal(error)) throw error;
      }
    }
  }
  expect(tried).toBe(INPUTS);
  expect(refused).toBeGreaterThan(INPUTS / 10);
});

/** A value of `fields` of the kind, all of whose offsets are the same: each holds the bytes of all of them. */
function sharing(schema: Schema, inner: Buffer): Buffer {
  const count = schema.variableCount;
  const bytes = Buffer.alloc(8 + 4 + inner.length + 4 * count);
  bytes.writeInt32BE(schema.high, 0);
  bytes.writeInt32BE(schema.low, 4);
  bytes.writeInt32BE(inner.length, 8);
  inner.copy(bytes, 12);
  const width = inner.length < 255 ? 1 : inner.length < 65535 ? 2 : 4;
  return bytes.subarray(0, 12 + inner.length + width * count);
}

it.each([
  ['records', [] as const],
  ['objects', ['T'] as const],
])('%s whose fields share their bytes are refused, not read a thousand times', (_what, names) => {
  const fields = Array.from({ length: 20 }, (_, i) => ({ fieldName: `f${i}`, kind: FieldKind.COMPACT }));
  const schema = new Schema('T', fields);
  class T {
    readonly isRead = true;
  }
  const side = new OurSide(
    names.map((name) => ({
      getClass: () => T,
      getTypeName: () => name,
      read: (reader) => {
        for (const { fieldName } of fields) reader.readCompact(fieldName);
        return new T();
      },
      write: () => undefined,
    })),
  );
  side.learn([schema]);
  const leaf = new Schema('leaf', []);
  side.learn([leaf]);
  let bytes = Buffer.alloc(8);
  bytes.writeInt32BE(leaf.high, 0);
  bytes.writeInt32BE(leaf.low, 4);
  for (let depth = 0; depth < 30; depth++) bytes = Buffer.from(sharing(schema, bytes));
  const data = Buffer.concat([Buffer.from([0, 0, 0, 0, 0xff, 0xff, 0xff, 0xc9]), bytes]);
  expect(() => side.decode(data)).toThrow(/another field/);
});

it('items that share their bytes are refused', () => {
  const schema = new Schema('texts', [{ fieldName: 'texts', kind: FieldKind.ARRAY_OF_STRING }]);
  const side = new OurSide([]);
  const record = new GenericRecordImpl(schema, new Map([['texts', ['x'.repeat(100), 'y'.repeat(100)]]]));
  const data = side.encode(record);
  expect((side.decode(data) as GenericRecordImpl).getArrayOfString('texts')?.length).toBe(2);
  // The array's table of offsets, before the one of the value: 0, 104.
  const at = data.indexOf(Buffer.of(0, 104), data.length - 8);
  data[at + 1] = 1;
  expect(() => side.decode(data)).toThrow(/begins within another/);
});

it('values within values are read so deep, and no deeper', () => {
  const schema = new Schema('node', [{ fieldName: 'next', kind: FieldKind.COMPACT }]);
  const side = new OurSide([]);
  const chain = (length: number): GenericRecordImpl => {
    let node = new GenericRecordImpl(schema, new Map([['next', null]]));
    for (let i = 1; i < length; i++) node = new GenericRecordImpl(schema, new Map([['next', node]]));
    return node;
  };
  side.decode(side.encode(chain(501)));
  expect(() => side.encode(chain(502))).toThrow(/nested more than 500 deep/);
  const theirs = new TheirSide([]);
  let bytes = side.encode(chain(501)).subarray(8);
  // One more level: its schema, the length of its data, which are the value, and the offset of its only field.
  const head = Buffer.from(bytes.subarray(0, 12));
  head.writeInt32BE(bytes.length, 8);
  bytes = Buffer.concat([Buffer.of(0, 0, 0, 0, 0xff, 0xff, 0xff, 0xc9), head, bytes, Buffer.of(0, 0)]);
  theirs.learn([schema]);
  expect(theirs.decode(bytes)).toBeDefined();
  expect(() => side.decode(bytes)).toThrow(/nested more than 500 deep/);
});
