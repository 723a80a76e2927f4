import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { ourSide } from '../sides.js';
import { reading, Told } from '../told.js';
import { Inner, OBJECTS } from './objects.js';

/*
 * `java.json` holds what Hazelcast 5.6.0 writes for these objects; `portable.test.ts` compares with the official client. To make it
 * again, after an object was added, with the member's jar as the class path:
 *
 *     java -cp hazelcast-5.6.0.jar Golden.java > java.json
 */
const golden = JSON.parse(readFileSync(new URL('java.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, string>
>;

const cases = [true, false].flatMap((isBigEndian) =>
  Object.entries(OBJECTS).map(([of, object]) => ({
    name: `${of}, ${isBigEndian ? 'big-endian' : 'little-endian'}`,
    isBigEndian,
    object,
  })),
);

describe('the bytes of Java, as they were kept', () => {
  it('are of these objects, all of them', () => {
    expect(Object.keys(golden)).toEqual(cases.map(({ name }) => name));
  });

  it.each(cases)('are written and read: $name', ({ name, isBigEndian, object }) => {
    const { classId, write, writeBefore, read, expected } = object;
    const writer = ourSide({ isBigEndian });
    if (writeBefore !== undefined) writer.encode(new Told(writeBefore, undefined, classId));
    expect(writer.encode(new Told(write, undefined, classId)).toString('hex')).toBe(golden[name]);
    const factories = { 1: (id: number) => (id === classId ? reading(read) : new Inner()) };
    const bytes = Buffer.from(golden[name], 'hex');
    expect((ourSide({ isBigEndian, factories }).decode(bytes) as Told).read).toEqual(expected);
  });
});
