import * as fc from 'fast-check';
import { rounds, seedOf } from '@offloop/tools';
import { describe, expect, test } from 'vitest';

import { FrameWriter } from '../../src/wire/frame-writer.js';
import type { MethodSpec } from '../../src/wire/method-spec.js';
import { allMethods, BasicPublish } from '../../src/wire/methods.js';
import { properties } from '../../src/wire/properties.js';
import { defs, theirMessage } from './support/amqplib-codec.js';
import { anyFields, goodFields } from './support/arbitraries.js';
import { outcome } from './support/outcome.js';

const seed = seedOf('amqp encode');
const numRuns = rounds({ short: 60, full: 100 });
const CHANNEL = 517;
const FRAME_MAX = 4096;
/** Written before and behind what is tested, to see that it stays. */
const beacon = Buffer.from('0000000000000000000000000000000000ce', 'hex');

type Fields = Readonly<Record<string, unknown>>;

function ourMethod(spec: MethodSpec, fields: Fields): Buffer {
  const writer = new FrameWriter();
  writer.method(CHANNEL, spec, fields);
  return writer.take();
}

function ourMessage(fields: Fields, props: Fields, content: Buffer): Buffer {
  const writer = new FrameWriter();
  writer.content(CHANNEL, BasicPublish, fields, props, content, FRAME_MAX);
  return writer.take();
}

const GIVEN = [
  { how: 'written', fieldsOf: goodFields },
  { how: 'refused', fieldsOf: anyFields },
];

describe.each(GIVEN)('as amqplib does it', ({ how, fieldsOf }) => {
  const contents = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc
      .constantFrom(0, 1, 4087, 4088, 4089, 8176, 8177, 30_000)
      .map((length) => new Uint8Array(length).fill(7)),
  );

  test.each([...allMethods()])(`$name is ${how}`, (spec) => {
    fc.assert(
      fc.property(fieldsOf(spec.fields), (fields) => {
        expect(outcome(() => ourMethod(spec, fields))).toBe(
          outcome(() => defs.encodeMethod(spec.id, CHANNEL, fields)),
        );
      }),
      { seed, numRuns },
    );
  });

  test(`a message is ${how}, in as many frames`, () => {
    fc.assert(
      fc.property(fieldsOf(BasicPublish.fields), fieldsOf(properties), contents, (fields, props, bytes) => {
        const content = Buffer.from(bytes);
        const theirs = outcome(() =>
          theirMessage(CHANNEL, BasicPublish.id, fields, props, content, FRAME_MAX),
        );
        expect(outcome(() => ourMessage(fields, props, content))).toBe(theirs);
      }),
      { seed, numRuns: 8 * numRuns },
    );
  });
});

test('a failed encoding leaves nothing, whatever failed', () => {
  fc.assert(
    fc.property(anyFields(BasicPublish.fields), anyFields(properties), (fields, props) => {
      const writer = new FrameWriter();
      writer.method(0, BasicPublish, {});
      const before = writer.length;
      const written = outcome(() => writer.content(CHANNEL, BasicPublish, fields, props, beacon, FRAME_MAX));
      expect(writer.length === before).toBe(written !== 'undefined');
      const behind = writer.length;
      writer.method(0, BasicPublish, {});
      const all = writer.take();
      const whole = defs.encodeMethod(BasicPublish.id, 0, {});
      expect(all.subarray(0, before)).toEqual(whole);
      expect(all.subarray(behind)).toEqual(whole);
    }),
    { seed, numRuns: 5 * numRuns },
  );
});
