import { TypeId } from '@offloop/wire';

import { int } from './value-writer.js';
import type { Input } from './input.js';
import { Ordered } from './java-values.js';

const SECONDS_A_DAY = 86_400n;
const NANOS = 1_000_000_000n;
const NANOS_A_MILLI = 1_000_000n;
/** Bits for an offset of at most 18 hours each way, in seconds. */
const OFFSET_BITS = 18n;

/** Returns the days since 1970 of a date in the Gregorian calendar, which Java applies to all times. */
function dayOf(year: number, month: number, date: number): bigint {
  // Years begin with March, so that the leap day is the last one.
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const ofEra = y - era * 400;
  const ofYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + date - 1;
  const day = ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear;
  return BigInt(era * 146_097 + day - 719_468);
}

function nanosOf(hour: number, minute: number, second: number, nano: number): bigint {
  return BigInt(hour * 3600 + minute * 60 + second) * NANOS + BigInt(nano);
}

const day = (input: Input, year: number): bigint => dayOf(year, input.byte(), input.byte());
const time = (input: Input): bigint => nanosOf(input.byte(), input.byte(), input.byte(), input.int());
const dateTime = (input: Input, year: number): bigint =>
  day(input, year) * SECONDS_A_DAY * NANOS + time(input);

/** Returns the place of a date-time with an offset: ordered by instant, and equal instants by offset. */
function placeOfInstant(local: bigint, offsetSeconds: number): bigint {
  const instant = local - BigInt(offsetSeconds) * NANOS;
  return (instant << OFFSET_BITS) + BigInt(offsetSeconds) + (1n << (OFFSET_BITS - 1n));
}

/** Type ids of the classes with an order, apart from numbers and texts. */
export type MomentType = (typeof TypeId)[
  'UUID' | 'DATE' | 'LOCAL_DATE' | 'LOCAL_TIME' | 'LOCAL_DATE_TIME' | 'OFFSET_DATE_TIME'];

type Place = (input: Input, year: () => number) => bigint;

/**
 * Functions that read a value of each class and return its place in the class's order. `year` reads the year: four bytes, in a
 * Portable two.
 */
const PLACES: Readonly<Record<MomentType, Place>> = {
  [TypeId.UUID]: (input) => (input.long() << 64n) + input.long(),
  [TypeId.DATE]: (input) => input.long(),
  [TypeId.LOCAL_DATE]: (input, year) => day(input, year()),
  [TypeId.LOCAL_TIME]: time,
  [TypeId.LOCAL_DATE_TIME]: (input, year) => dateTime(input, year()),
  [TypeId.OFFSET_DATE_TIME]: (input, year) => placeOfInstant(dateTime(input, year()), input.int()),
};

export const MOMENT_TYPES: readonly MomentType[] = Object.keys(PLACES).map(Number) as MomentType[];

/** Reads a UUID, date or time. */
export function readMoment(type: MomentType, input: Input): Ordered {
  const start = input.at;
  const place = PLACES[type](input, () => input.int());
  return new Ordered(type, place, Buffer.concat([int(type), input.bytes.subarray(start, input.at)]));
}

/** Reads a date or time in a Portable, where years have two bytes. */
export function readPortableMoment(type: MomentType, input: Input): Ordered {
  const place = PLACES[type](input, () => input.short());
  return new Ordered(type, place, undefined);
}

/** Parses the text of a query that is compared with a value of this type; undefined if the text has another form. */
export function parseMoment(text: string, type: MomentType): Ordered | undefined {
  const place = placeOfText(text, type);
  return place === undefined ? undefined : new Ordered(type, place, undefined);
}

/** Converts a number of a query, as milliseconds since 1970, to a value of this type; undefined for a UUID. */
export function momentOfMillis(millis: bigint, type: MomentType): Ordered | undefined {
  const nanos = millis * NANOS_A_MILLI;
  const nanosADay = SECONDS_A_DAY * NANOS;
  const ofDay = ((nanos % nanosADay) + nanosADay) % nanosADay;
  const places: Partial<Record<MomentType, bigint>> = {
    [TypeId.DATE]: millis,
    [TypeId.LOCAL_DATE]: (nanos - ofDay) / nanosADay,
    [TypeId.LOCAL_TIME]: ofDay,
    [TypeId.LOCAL_DATE_TIME]: nanos,
    [TypeId.OFFSET_DATE_TIME]: placeOfInstant(nanos, 0),
  };
  const place = places[type];
  return place === undefined ? undefined : new Ordered(type, place, undefined);
}

const { source: DATE } = /([+-]?\d{4,9})-(\d\d)-(\d\d)/;
const { source: TIME } = /(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?/;
const { source: OFFSET } = /(Z|[+-]\d\d:\d\d(?::\d\d)?)?/;
const LOCAL_DATE = new RegExp(`^${DATE}$`);
const LOCAL_TIME = new RegExp(`^${TIME}$`);
const DATE_TIME = new RegExp(`^${DATE}T${TIME}${OFFSET}$`);

function placeOfText(text: string, type: MomentType): bigint | undefined {
  if (type === TypeId.UUID) {
    if (!/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)) return undefined;
    const hex = text.replaceAll('-', '');
    const half = (from: number): bigint => BigInt.asIntN(64, BigInt(`0x${hex.slice(from, from + 16)}`));
    return (half(0) << 64n) + half(16);
  }
  // The format of `java.util.Date.toString()`.
  if (type === TypeId.DATE)
    return /^\w{3} \w{3} \d\d \d\d:\d\d:\d\d \w+ \d{4}$/.test(text) ? millisOfText(text) : undefined;
  if (type === TypeId.LOCAL_DATE) return dayOfText(LOCAL_DATE.exec(text)?.slice(1));
  if (type === TypeId.LOCAL_TIME) return timeOfText(LOCAL_TIME.exec(text)?.slice(1));
  const parts = DATE_TIME.exec(text)?.slice(1);
  const offset = parts?.[7];
  if (parts === undefined) return undefined;
  if ((offset === undefined) !== (type === TypeId.LOCAL_DATE_TIME)) return undefined;
  const local = dayOfText(parts)! * SECONDS_A_DAY * NANOS + timeOfText(parts.slice(3))!;
  return offset === undefined ? local : placeOfInstant(local, offsetOf(offset));
}

function millisOfText(text: string): bigint | undefined {
  const millis = Date.parse(text);
  return Number.isNaN(millis) ? undefined : BigInt(millis);
}

function dayOfText(parts: readonly string[] | undefined): bigint | undefined {
  if (parts === undefined) return undefined;
  const [year, month, date] = parts.map(Number);
  return dayOf(year, month, date);
}

function timeOfText(parts: readonly (string | undefined)[] | undefined): bigint | undefined {
  if (parts === undefined) return undefined;
  const [hour, minute, second = '0', fraction = ''] = parts;
  return nanosOf(Number(hour), Number(minute), Number(second), Number(fraction.padEnd(9, '0')));
}

function offsetOf(text: string): number {
  if (text === 'Z') return 0;
  const [hours, minutes, seconds = 0] = text.slice(1).split(':').map(Number);
  return (text.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60 + seconds);
}
