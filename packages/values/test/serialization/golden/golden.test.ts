import { readFileSync, writeFileSync } from 'node:fs';
import Long from 'long';
import { describe, expect, it } from 'vitest';

import { BigDecimal } from '../../../src/classes/big-decimal.js';
import { LocalDateTime } from '../../../src/classes/local-date-time.js';
import { LocalDate } from '../../../src/classes/local-date.js';
import { LocalTime } from '../../../src/classes/local-time.js';
import { OffsetDateTime } from '../../../src/classes/offset-date-time.js';
import type { NumberType } from '../../../src/data/numbers.js';
import { UUID } from '../../../src/classes/uuid.js';
import { decode } from '../decode.js';
import { encode } from '../encode.js';
import { officialEncode } from '../official.js';
import { Box, BOX_FACTORY, boxFactory, toOfficial } from '../samples.js';

/*
 * `official.json` holds what hazelcast-client 5.7 writes for these values. To make it again, after a value was added:
 *
 *     OFFLOOP_GOLDEN=write npx vitest run --project unit packages/values/test/serialization/golden
 */
const FILE = new URL('./official.json', import.meta.url);

const long = Long.fromString('-9007199254740993');
const dateTime = LocalDateTime.from(2024, 2, 29, 23, 59, 58, 123_456_789);

const values: Readonly<Record<string, unknown>> = {
  null: null,
  true: true,
  double: -1.5,
  NaN: NaN,
  text: 'a é 漢 💣',
  'no text': '',
  Long: long,
  Date: new Date(1_700_000_000_123),
  'Date before 1970': new Date(-1),
  bigint: 2n ** 100n,
  'negative bigint': -77n,
  BigDecimal: BigDecimal.fromString('12345678901234567890.0123'),
  'BigDecimal with a negative scale': BigDecimal.fromString('5E+9'),
  UUID: new UUID(Long.fromString('1234567890123'), Long.NEG_ONE),
  LocalDate: dateTime.localDate,
  'LocalDate before Christ': new LocalDate(-999_999_999, 12, 31),
  LocalTime: dateTime.localTime,
  'LocalTime without nanoseconds': new LocalTime(1, 2, 3, 0),
  LocalDateTime: dateTime,
  OffsetDateTime: new OffsetDateTime(dateTime, -12_600),
  Buffer: Buffer.of(0, 1, 127, 128, 255),
  'boolean[]': [true, false],
  'double[]': [0, -0, 1e300, NaN],
  'no numbers': [],
  'long[]': [long, Long.MAX_VALUE],
  'String[]': ['a', null, '漢'],
  JSON: { a: [1, 'é', null], b: { c: true } },
  IdentifiedDataSerializable: new Box('label', [long, [1.5], 'text', new Box(null, [dateTime, 7n])]),
  PartitionAware: Object.assign(new Box('key'), { partitionKey: 'customer' }),
};

const numbers: ReadonlyArray<readonly [NumberType, unknown]> = [
  ['byte', -3],
  ['short', -30_000],
  ['integer', 2_000_000_000],
  ['float', 0.1],
  ['short', [1, -2]],
  ['integer', [1, -2]],
  ['float', [0.1, -2]],
];

interface Case {
  readonly value: unknown;
  readonly isBigEndian: boolean;
  readonly defaultNumberType: NumberType;
}

const cases = new Map<string, Case>();
for (const isBigEndian of [true, false]) {
  const order = isBigEndian ? 'big-endian' : 'little-endian';
  for (const [name, value] of Object.entries(values))
    cases.set(`${name}, ${order}`, { value, isBigEndian, defaultNumberType: 'double' });
  for (const [defaultNumberType, value] of numbers) {
    const name = `${Array.isArray(value) ? 'numbers' : 'a number'} as ${defaultNumberType}, ${order}`;
    cases.set(name, { value, isBigEndian, defaultNumberType });
  }
}

if (process.env['OFFLOOP_GOLDEN'] === 'write') {
  const made = [...cases].map(([name, { value, ...options }]) => [
    name,
    officialEncode(toOfficial(value), options).toString('hex'),
  ]);
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(made), null, 2)}\n`);
}

const golden = JSON.parse(readFileSync(FILE, 'utf8')) as Readonly<Record<string, string>>;

describe('the bytes of the official client, as they were kept', () => {
  it('are of these values, all of them', () => {
    expect(Object.keys(golden)).toEqual([...cases.keys()]);
  });

  it.each([...cases])('are written and read: %s', (name, { value, ...options }) => {
    const bytes = Buffer.from(golden[name], 'hex');
    expect(encode(value, options)).toEqual(bytes);
    const read = decode(bytes, {
      ...options,
      dataSerializableFactories: new Map([[BOX_FACTORY, boxFactory as () => Box]]),
    });
    expect(read).toEqual(asRead(value, options.defaultNumberType));
  });
});

/** A byte is read without its sign, a float as the double that it is, and a box without what it does not write. */
function asRead(value: unknown, type: NumberType): unknown {
  if (type === 'byte') return (value as number) & 0xff;
  if (type === 'float') {
    return Array.isArray(value) ? value.map((each) => asRead(each, type)) : Math.fround(value as number);
  }
  return value instanceof Box ? new Box(value.label, value.items) : value;
}
