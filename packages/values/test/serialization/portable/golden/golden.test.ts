import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { officialSide, ourSide, type Side } from '../sides.js';
import { Every, factories, Inner, Nothing, WithRawData } from './objects.js';

/*
 * `official.json` holds what hazelcast-client 5.7 writes for these objects, `java.json` what Hazelcast 5.6.0 does. To make
 * them again, after an object was added, the second with the member's jar as the class path:
 *
 *     OFFLOOP_GOLDEN=write npx vitest run --project unit packages/values/test/serialization/portable/golden
 *     java -cp hazelcast-5.6.0.jar Golden.java > java.json
 */
type Golden = Readonly<Record<string, string>>;
const read = (file: string): Golden =>
  JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as Golden;

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
const officialCases = cases.filter(({ expected }) => expected !== WithRawData.EXPECTED);

if (process.env['OFFLOOP_GOLDEN'] === 'write') {
  const made = officialCases.map(({ name, isBigEndian, write }) => [
    name,
    write(officialSide({ isBigEndian })).toString('hex'),
  ]);
  writeFileSync(
    new URL('official.json', import.meta.url),
    `${JSON.stringify(Object.fromEntries(made), null, 2)}\n`,
  );
}

describe.each([
  ['the official client', 'official.json', officialCases],
  ['Java', 'java.json', cases],
])('the bytes of %s, as they were kept', (_, file, expected) => {
  const golden = read(file);

  it('are of these objects, all of them', () => {
    expect(Object.keys(golden)).toEqual(expected.map(({ name }) => name));
  });

  it.each(expected)('are written and read: $name', ({ name, isBigEndian, write, expected: values }) => {
    const options = { isBigEndian, factories };
    expect(write(ourSide(options)).toString('hex')).toBe(golden[name]);
    expect((ourSide(options).decode(Buffer.from(golden[name], 'hex')) as Every).values).toEqual(values);
  });
});
