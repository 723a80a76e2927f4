import Long from 'long';
import { BigDecimal, defineTransform, LocalDate, OffsetDateTime } from 'offloop';
import { expect, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { connectMap, THREADS } from '../client/support/client-bench.js';

const member = await embeddedMember();

/** What the worker reads itself, what it leaves to the caller, and what is longer than a completion may be. */
const stored = {
  text: 'été',
  empty: '',
  long: Long.fromString('-9007199254740993'),
  number: -1.5,
  flag: true,
  bytes: Buffer.of(1, 2, 255),
  json: { a: [1, { b: null }] },
  longs: [Long.MAX_VALUE, Long.NEG_ONE],
  numbers: [1.5, -2],
  many: Array.from({ length: 100_000 }, (_, i) => i / 3),
  decimal: BigDecimal.fromString('-12.50'),
  date: new LocalDate(2024, 2, 29),
  dateTime: OffsetDateTime.fromString('2024-02-29T12:00:00.5-03:30'),
};

const read = (value: unknown): unknown => {
  if (Long.isLong(value)) return value.toBigInt();
  return Array.isArray(value) && Long.isLong(value[0]) ? value.map(read) : value;
};
const asBigInts = Object.fromEntries(Object.entries(stored).map(([key, value]) => [key, read(value)]));

for (const workers of [THREADS, 0]) {
  for (const isBigEndian of [true, false]) {
    for (const int64 of ['long', 'bigint'] as const) {
      const order = isBigEndian ? 'big' : 'little';
      test(`values of all types come back, ${order}-endian, int64 as ${int64}, with workers: ${workers}`, async () => {
        const { map } = await connectMap<string, unknown>(member.address, {
          runtime: { workers, packJsonFrom: 1 },
          serialization: { isBigEndian, int64 },
        });
        await map.setAll(Object.entries(stored));
        const expected = int64 === 'long' ? stored : asBigInts;
        for (const [key, value] of Object.entries(expected)) expect(await map.get(key)).toEqual(value);
        expect(Object.fromEntries(await map.getAll(Object.keys(stored)))).toEqual(expected);
        expect(Object.fromEntries(await map.entrySet())).toEqual(expected);
        expect((await map.keySet()).toSorted()).toEqual(Object.keys(stored).toSorted());
      });
    }
  }
}

test('numbers that are no doubles come back in either byte order', async () => {
  for (const defaultNumberType of ['byte', 'short', 'integer', 'long', 'float']) {
    const { map } = await connectMap<number, unknown>(member.address, {
      serialization: { isBigEndian: false, defaultNumberType, int64: 'bigint' },
    });
    await map.set(1, 77);
    const value = defaultNumberType === 'long' ? 77n : 77;
    expect(await map.get(1)).toBe(value);
    expect([...(await map.values())]).toEqual([value]);
  }
});

test('a transform reads values in the byte order and with the int64 of its client', async () => {
  const { map } = await connectMap<string, unknown>(member.address, {
    serialization: { isBigEndian: false, int64: 'bigint' },
  });
  await map.set('k', Long.fromNumber(77));
  const typed = defineTransform('data:text/javascript,export default (value) => [typeof value, value]');
  expect(await map.getTransformed('k', typed)).toEqual(['bigint', 77n]);
});
