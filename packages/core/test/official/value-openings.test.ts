import * as official from 'hazelcast-client';
import { expect, test } from 'vitest';

import { clients, ours, thrownBy, type OfficialClient } from './support/openings.js';

const none = null as unknown as never;
const text = 'x' as unknown as never;

test.each<[opening: string, make: (client: OfficialClient) => unknown]>([
  [
    'Illegal arguments given to LocalTime. All arguments must be numbers.',
    ({ LocalTime }) => new LocalTime(1, 1, 1, text),
  ],
  [
    'Illegal arguments given to LocalTime. All arguments must be integers.',
    ({ LocalTime }) => new LocalTime(1, 1, 1, 1.5),
  ],
  ['Hour-of-day must be between 0-23', ({ LocalTime }) => new LocalTime(24, 0, 0, 0)],
  ['Minute-of-hour must be between 0-59', ({ LocalTime }) => new LocalTime(0, 60, 0, 0)],
  ['Second-of-minute must be between 0-59', ({ LocalTime }) => new LocalTime(0, 0, -1, 0)],
  ['Nano-of-second must be between 0-999_999_999', ({ LocalTime }) => new LocalTime(0, 0, 0, 1e9)],
  ['String expected.', ({ LocalTime }) => LocalTime.fromString(none)],
  [
    'Illegal time string. Expected a string in HH:mm:ss.SSS format',
    ({ LocalTime }) => LocalTime.fromString('noon'),
  ],
  ['A Date is not passed', ({ LocalTime }) => LocalTime.fromDate(none)],
  ['Invalid Date is passed.', ({ LocalTime }) => LocalTime.fromDate(new Date(NaN))],
  // The official text names another class.
  ['Illegal arguments given to Local', ({ LocalDate }) => new LocalDate(1, 1, text)],
  ['Month must be between 1-12', ({ LocalDate }) => new LocalDate(2000, 13, 1)],
  ['Year must be between -999_999_999 - 999_999_999', ({ LocalDate }) => new LocalDate(1e9, 1, 1)],
  ['Invalid Date. Date cannot be less than 1', ({ LocalDate }) => new LocalDate(2000, 1, 0)],
  ['Invalid Date. ', ({ LocalDate }) => new LocalDate(2001, 2, 29)],
  ['Invalid Date. ', ({ LocalDate }) => new LocalDate(2001, 4, 31)],
  [
    'Invalid format. Expected a string in yyyy-mm-dd format',
    ({ LocalDate }) => LocalDate.fromString('today'),
  ],
  ['A Date is not passed', ({ LocalDate }) => LocalDate.fromDate(none)],
  ['Invalid local date.', ({ LocalDateTime }) => new LocalDateTime(none, none)],
  [
    'Invalid local time.',
    ({ LocalDate, LocalDateTime }) => new LocalDateTime(new LocalDate(2000, 1, 1), none),
  ],
  [
    'Invalid format. Expected a string in the form yyyy-mm-ss(T|t)HH:mm:ss.SSS',
    ({ LocalDateTime }) => LocalDateTime.fromString('now'),
  ],
  ['Invalid local datetime', ({ OffsetDateTime }) => new OffsetDateTime(none, 0)],
  ['offsetSeconds is not a number', ({ OffsetDateTime }) => OffsetDateTime.fromDate(new Date(0), text)],
  [
    'Offset seconds can be between -64800(-18:00) and 64800(+18:00).',
    ({ OffsetDateTime }) => OffsetDateTime.fromDate(new Date(0), 64_801),
  ],
  ['String expected', ({ OffsetDateTime }) => OffsetDateTime.fromString(none)],
  ['String value expected', ({ BigDecimal }) => BigDecimal.fromString(none)],
  ['String contains more than one decimal point.', ({ BigDecimal }) => BigDecimal.fromString('1.2.3')],
  ['String is missing "e" notation exponential mark.', ({ BigDecimal }) => BigDecimal.fromString('one')],
  ['String is missing "e" notation exponential mark.', ({ BigDecimal }) => BigDecimal.fromString('1 2')],
  ['No exponent digits', ({ BigDecimal }) => BigDecimal.fromString('1e')],
  ['No exponent digits', ({ BigDecimal }) => BigDecimal.fromString('1e+')],
  ['Not a digit.', ({ BigDecimal }) => BigDecimal.fromString('1e2x')],
  ['No digits found.', ({ BigDecimal }) => BigDecimal.fromString('')],
  ['No digits found.', ({ BigDecimal }) => BigDecimal.fromString('-.')],
])('a value: %s', (opening, make) => {
  const [theirs, own] = clients.map((client) => thrownBy(() => make(client)));
  expect([theirs.message, own.message].map((message) => message.slice(0, opening.length))).toEqual([
    opening,
    opening,
  ]);
  expect(own.constructor).toBe(theirs.constructor);
});

test.each([
  ['official', official],
  ['ours', ours],
])('%s: no connection', (_client, { ClientOfflineError, Predicates }) => {
  expect(new ClientOfflineError().message).toBe('No connection found to cluster');
  const inner = Predicates.paging(Predicates.alwaysTrue(), 1);
  const nested = 'Nested paging predicates are not supported!';
  expect(thrownBy(() => Predicates.paging(inner, 1)).message).toBe(nested);
});
