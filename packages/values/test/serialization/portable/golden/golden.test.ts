import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { ourSide, type Side } from '../sides.js';
import { Every, factories, Inner, Nothing, WithRawData } from './objects.js';

/*
 * `java.json` holds what Hazelcast 5.6.0 writes for these objects; `portable.test.ts` compares with the official client. To make it
 * again, after an object was added, with the member's jar as the class path:
 *
 *     java -cp hazelcast-5.6.0.jar Golden.java > java.json
 */
interface Case {
  readonly name: string;
  readonly isBigEndian: boolean;
  readonly expected: readonly unknown[];
  /** Writes the object, in Nothing's case after one by which its class is known. */
  readonly write: (side: Side) => Buffer;
}

const cases: Case[] = [true, false].flatMap((isBigEndian) => {
  const order = isBigEndian ? 'big-endian' : 'little-endian';
  return [
    {
      name: `Every, ${order}`,
      isBigEndian,
      expected: Every.EXPECTED,
      write: (side) => side.encode(new Every()),
    },
    {
      name: `Nothing, ${order}`,
      isBigEndian,
      expected: Nothing.EXPECTED,
      write: (side) => {
        side.encode(new Nothing(new Inner()));
        return side.encode(new Nothing());
      },
    },
    {
      name: `WithRawData, ${order}`,
      isBigEndian,
      expected: WithRawData.EXPECTED,
      write: (side) => side.encode(new WithRawData()),
    },
  ] satisfies Case[];
});

const golden = JSON.parse(readFileSync(new URL('java.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, string>
>;

describe('the bytes of Java, as they were kept', () => {
  it('are of these objects, all of them', () => {
    expect(Object.keys(golden)).toEqual(cases.map(({ name }) => name));
  });

  it.each(cases)('are written and read: $name', ({ name, isBigEndian, write, expected }) => {
    const options = { isBigEndian, factories };
    expect(write(ourSide(options)).toString('hex')).toBe(golden[name]);
    expect((ourSide(options).decode(Buffer.from(golden[name], 'hex')) as Every).values).toEqual(expected);
  });
});
