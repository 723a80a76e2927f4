import * as fc from 'fast-check';
import { seedOf } from '@offloop/tools';
import { describe, expect, it } from 'vitest';

import type { DataInput, DataOutput, Serializer } from '../../../src/data/serializer.js';
import { classWithObjects, FACTORY, factoryOf, plain } from './dynamic.js';
import { officialSide, ourSide } from './sides.js';

/** Each is a class with its objects, which takes a while to make up. */
const runs = { seed: seedOf('portable'), numRuns: 120 };

const options = fc.record({ isBigEndian: fc.boolean(), portableVersion: fc.integer({ min: 0, max: 3 }) });

describe('Portables of random classes', () => {
  it('have the bytes of the official client', () => {
    fc.assert(
      fc.property(classWithObjects, options, ({ objects }, given) => {
        const [ours, official] = [ourSide(given), officialSide(given)];
        for (const object of objects) {
          expect(ours.encode(object).toString('hex')).toBe(official.encode(object).toString('hex'));
        }
      }),
      runs,
    );
  });

  it('are read by each client as the other wrote them, also by one that has not met the class', () => {
    fc.assert(
      fc.property(classWithObjects, options, ({ spec, objects }, given) => {
        const all = { ...given, factories: { [FACTORY]: factoryOf(spec) } };
        const [ours, official] = [ourSide(all), officialSide(all)];
        for (const object of objects) {
          const bytes = official.encode(object);
          const expected = plain(official.decode(bytes));
          expect(plain(ourSide(all).decode(bytes))).toEqual(expected);
          expect(plain(officialSide(all).decode(ours.encode(object)))).toEqual(expected);
          expect(plain(ours.decode(bytes))).toEqual(expected);
        }
      }),
      runs,
    );
  });

  it('come back as they were, wherever they stand within other values', () => {
    const wrapper: Serializer<{ inner: unknown[] }> = {
      id: 5,
      read: (input: DataInput) => ({ inner: [input.readString(), input.readObject(), input.readObject()] }),
      write: (output: DataOutput, { inner }: { inner: unknown[] }) => {
        output.writeString(inner[0] as string);
        output.writeObject(inner[1]);
        output.writeObject(inner[2]);
      },
    };
    fc.assert(
      fc.property(classWithObjects, options, fc.string(), ({ spec, objects }, given, label) => {
        const all = {
          ...given,
          factories: { [FACTORY]: factoryOf(spec) },
          more: { globalSerializer: wrapper as Serializer },
        };
        const [ours, official] = [ourSide(all), officialSide(all)];
        const [full] = objects;
        const value = { inner: [label, full, { inner: ['deeper', full, 1] }] };
        const bytes = ours.encode(value);
        expect(bytes.toString('hex')).toBe(official.encode(value).toString('hex'));
        expect(plain(ourSide(all).decode(bytes))).toEqual(plain(value));
      }),
      runs,
    );
  });
});
