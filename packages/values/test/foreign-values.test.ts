import * as official from 'hazelcast-client';
import Long from 'long';
import { expect, test } from 'vitest';

import { HazelcastSerializationError } from '../src/errors/hierarchy.js';
import { LocalDate as OurDate } from '../src/classes/local-date.js';
import { jsonOf } from '../src/json/json-text.js';

test.each([
  new official.HazelcastJsonValue('{}'),
  new official.LocalDate(2026, 1, 31),
  new official.LocalTime(1, 2, 3, 4),
  official.LocalDateTime.from(2026, 1, 31, 1, 2, 3, 4),
  official.OffsetDateTime.from(2026, 1, 31, 1, 2, 3, 4, 0),
  new official.UUID(Long.ONE as never, Long.ONE as never),
])('a value of the official package is refused by name, alone and within another: %o', (value) => {
  for (const given of [value, { within: [value] }]) {
    expect(() => jsonOf(given)).toThrow(HazelcastSerializationError);
    expect(() => jsonOf(given)).toThrow(value.constructor.name);
    expect(() => jsonOf(given)).toThrow('import its class from offloop');
  }
});

test('a class of the program that has only the name is JSON', () => {
  const Own = {
    LocalDate: class LocalDate {
      readonly day = 1;
    },
  }.LocalDate;
  expect(jsonOf(new Own())).toBe('{"day":1}');
  expect(jsonOf({ date: new OurDate(2026, 1, 31) })).toContain('2026');
});
