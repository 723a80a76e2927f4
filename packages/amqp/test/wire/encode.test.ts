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

describe.each([...allMethods()])('$name', (spec) => {
  test('is written as amqplib writes it', () => {
    fc.assert(
      fc.property(goodFields(spec.fields), (fields) => {
        expect(outcome(() => ourMethod(spec, fields))).toBe(
          outcome(() => defs.encodeMethod(spec.id, CHANNEL, fields)),
        );
      }),
      { seed, numRuns },
    );
  });

  test('is refused as amqplib refuses it', () => {
    fc.assert(
      fc.property(anyFields(spec.fields), (fields) => {
        expect(outcome(() => ourMethod(spec, fields))).toBe(
          outcome(() => defs.encodeMethod(spec.id, CHANNEL, fields)),
        );
      }),
      { seed, numRuns },
    );
  });
});

describe('a message', () => {
  const contents = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc
      .constantFrom(0, 1, 4087, 4088, 4089, 8176, 8177, 30_000)
      .map((length) => new Uint8Array(length).fill(7)),
  );

  test('is written as amqplib writes it, in as many frames', () => {
    fc.assert(
      fc.property(
        goodFields(BasicPublish.fields),
        goodFields(properties),
        contents,
        (fields, props, bytes) => {
          const content = Buffer.from(bytes);
          const theirs = outcome(() =>
            theirMessage(CHANNEL, BasicPublish.id, fields, props, content, FRAME_MAX),
          );
          expect(outcome(() => ourMessage(fields, props, content))).toBe(theirs);
        },
      ),
      { seed, numRuns: 5 * numRuns },
    );
  });

  test('is refused as amqplib refuses it', () => {
    fc.assert(
      fc.property(anyFields(BasicPublish.fields), anyFields(properties), (fields, props) => {
        const content = Buffer.from('x');
        const theirs = outcome(() =>
          theirMessage(CHANNEL, BasicPublish.id, fields, props, content, FRAME_MAX),
        );
        expect(outcome(() => ourMessage(fields, props, content))).toBe(theirs);
      }),
      { seed, numRuns: 10 * numRuns },
    );
  });
});

describe('a failed encoding', () => {
  test('leaves nothing, whatever failed', () => {
    fc.assert(
      fc.property(anyFields(BasicPublish.fields), anyFields(properties), (fields, props) => {
        const writer = new FrameWriter();
        writer.method(0, BasicPublish, {});
        const before = writer.length;
        const written = outcome(() =>
          writer.content(CHANNEL, BasicPublish, fields, props, beacon, FRAME_MAX),
        );
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
});

test.each([
  ['a routing key of another type', { routingKey: 5 }, {}],
  ['an exchange of 256 bytes', { exchange: 'x'.repeat(256) }, {}],
  ['null', { exchange: null }, {}],
  ['a priority out of range', {}, { priority: 256 }],
  ['a priority that is text', {}, { priority: '1' }],
  ['a type wrong behind a number out of range', {}, { priority: 256, messageId: 1 }],
  ['a timestamp that is a date', {}, { timestamp: new Date(0) }],
  ['a timestamp with a fraction', {}, { timestamp: 1.5 }],
  ['headers that are text', {}, { headers: 'a' }],
  ['headers of over 64 KiB', {}, { headers: { a: 'x'.repeat(65_520), b: 'y'.repeat(20) } }],
  ['headers of an unknown type', {}, { headers: { a: () => 1 } }],
  ['a hole in an array', {}, { headers: { a: [1, , 2] } }], // oxlint-disable-line no-sparse-arrays
  ['both wrong', { ticket: -1 }, { messageId: 1 }],
])('%s is refused with the same error', (_, fields, props) => {
  const content = Buffer.from('x');
  const ours = outcome(() => ourMessage(fields, props, content));
  expect(ours).toMatch(/Error/);
  expect(ours).toBe(outcome(() => theirMessage(CHANNEL, BasicPublish.id, fields, props, content, FRAME_MAX)));
});
