import * as fc from 'fast-check';
import { rounds, seedOf } from '@offloop/tools';
import { describe, expect, test } from 'vitest';

import { decodeDeliver, decodeMethod, decodeProperties } from '../../src/wire/decode.js';
import { allMethods, BasicDeliver } from '../../src/wire/methods.js';
import { properties } from '../../src/wire/properties.js';
import { BASIC_PROPERTIES, defs } from './support/amqplib-codec.js';
import { goodFields } from './support/arbitraries.js';
import { outcome, shown } from './support/outcome.js';

const seed = seedOf('amqp decode');
const numRuns = rounds({ short: 60, full: 100 });
/** Type, channel, length, id of the method; and the same to the flags of the properties. */
const METHOD_HEAD = 11;
const HEADER_HEAD = 19;
const MARGIN = 20;

/** Lets bytes lie among others, which nobody may read. */
function among(bytes: Buffer): { all: Buffer; start: number; end: number } {
  const margin = Buffer.alloc(MARGIN, 0x41);
  return { all: Buffer.concat([margin, bytes, margin]), start: MARGIN, end: MARGIN + bytes.length };
}

describe.each([...allMethods()])('$name', (spec) => {
  test('is read as amqplib reads it', () => {
    fc.assert(
      fc.property(goodFields(spec.fields), (fields) => {
        const bytes = argumentsOf(defs.encodeMethod(spec.id, 1, { ...fields }));
        const { all, start, end } = among(bytes);
        expect(shown(decodeMethod(spec, all, start, end))).toBe(shown(defs.decode(spec.id, bytes)));
      }),
      { seed, numRuns },
    );
  });
});

describe('properties', () => {
  test('are read as amqplib reads them', () => {
    fc.assert(
      fc.property(goodFields(properties), fc.subarray(properties.map(({ name }) => name)), (all, names) => {
        const given = Object.fromEntries(names.map((name) => [name, all[name]]));
        const bytes = propertiesOf(defs.encodeProperties(BASIC_PROPERTIES, 1, 9, given));
        const place = among(bytes);
        const ours = decodeProperties(place.all, place.start, place.end);
        expect(shown(ours)).toBe(shown(defs.decode(BASIC_PROPERTIES, bytes)));
      }),
      { seed, numRuns: 10 * numRuns },
    );
  });
});

describe('a delivery', () => {
  const fieldsOf = goodFields(BasicDeliver.fields);

  test('is read as decodeMethod reads it, over and over', () => {
    fc.assert(
      fc.property(fc.array(fieldsOf, { maxLength: 5 }), (deliveries) => {
        for (const fields of [...deliveries, ...deliveries]) {
          const { all, start, end } = among(argumentsOf(defs.encodeMethod(BasicDeliver.id, 1, fields)));
          const read = decodeDeliver(all, start, end);
          expect(shown(read)).toBe(shown(decodeMethod(BasicDeliver, all, start, end)));
        }
      }),
      { seed, numRuns: 2 * numRuns },
    );
  });
});

describe('damaged bytes', () => {
  const damages = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 3 });

  test.each([...allMethods()])('$name: throws, or reads what amqplib reads', (spec) => {
    fc.assert(
      fc.property(goodFields(spec.fields), damages, fc.nat(), (fields, places, cut) => {
        const bytes = damaged(argumentsOf(defs.encodeMethod(spec.id, 1, fields)), places, cut);
        const { all, start, end } = among(bytes);
        const ours = outcome(() => decodeMethod(spec, all, start, end));
        expect(isRefusal(ours) ? ours : outcome(() => defs.decode(spec.id, bytes))).toBe(ours);
      }),
      { seed, numRuns },
    );
  });

  test('properties: throws, or reads what amqplib reads', () => {
    fc.assert(
      fc.property(goodFields(properties), damages, fc.nat(), (fields, places, cut) => {
        const bytes = damaged(
          propertiesOf(defs.encodeProperties(BASIC_PROPERTIES, 1, 9, fields)),
          places,
          cut,
        );
        const { all, start, end } = among(bytes);
        const ours = outcome(() => decodeProperties(all, start, end));
        expect(isRefusal(ours) ? ours : outcome(() => defs.decode(BASIC_PROPERTIES, bytes))).toBe(ours);
      }),
      { seed, numRuns: 20 * numRuns },
    );
  });
});

/** A string that is cut, or a bit that is missing, is refused here: `amqplib` takes what is left. */
function isRefusal(text: string): boolean {
  return text.startsWith('RangeError : A field of ');
}

function argumentsOf(frame: Buffer): Buffer {
  return frame.subarray(METHOD_HEAD, -1);
}

function propertiesOf(frame: Buffer): Buffer {
  return frame.subarray(HEADER_HEAD, -1);
}

function damaged(bytes: Buffer, places: readonly (readonly [number, number])[], cut: number): Buffer {
  const copy = Buffer.from(bytes);
  if (copy.length > 0) for (const [at, value] of places) copy[at % copy.length] = value;
  return places.length === 0 ? copy.subarray(0, cut % (copy.length + 1)) : copy;
}
