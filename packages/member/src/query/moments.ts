import {
  LocalDate,
  LocalDateTime,
  LocalTime,
  OffsetDateTime,
  UUID,
  uuidFromText,
  uuidToHalves,
} from '@offloop/values';
import { TypeId } from '@offloop/wire';

import { Ordered, type Moment } from './java-values.js';

const SECONDS_A_DAY = 86_400n;
const NANOS = 1_000_000_000n;
const NANOS_A_MILLI = 1_000_000n;
/** Bits for an offset of at most 18 hours each way, in seconds. */
const OFFSET_BITS = 18n;

/** Type ids of the classes with an order, apart from numbers and texts. */
export type MomentType = (typeof TypeId)[
  'UUID' | 'DATE' | 'LOCAL_DATE' | 'LOCAL_TIME' | 'LOCAL_DATE_TIME' | 'OFFSET_DATE_TIME'];

/** Returns a date, a time or a UUID with its place in the order of its class. */
export function momentOf(moment: Moment): Ordered {
  if (moment instanceof UUID) {
    const { msb, lsb } = uuidToHalves(moment);
    return new Ordered(TypeId.UUID, (msb << 64n) + lsb, moment);
  }
  if (moment instanceof Date) return new Ordered(TypeId.DATE, BigInt(moment.getTime()), moment);
  if (moment instanceof LocalDate) return new Ordered(TypeId.LOCAL_DATE, dayOf(moment), moment);
  if (moment instanceof LocalTime) return new Ordered(TypeId.LOCAL_TIME, nanosOf(moment), moment);
  if (moment instanceof LocalDateTime)
    return new Ordered(TypeId.LOCAL_DATE_TIME, localNanosOf(moment), moment);
  const place = placeOfInstant(localNanosOf(moment.localDateTime), moment.offsetSeconds);
  return new Ordered(TypeId.OFFSET_DATE_TIME, place, moment);
}

/** Returns the days since 1970 of a date in the Gregorian calendar, which Java applies to all times. */
function dayOf({ year, month, date }: LocalDate): bigint {
  // Years begin with March, so that the leap day is the last one.
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const ofEra = y - era * 400;
  const ofYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + date - 1;
  const day = ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear;
  return BigInt(era * 146_097 + day - 719_468);
}

function nanosOf({ hour, minute, second, nano }: LocalTime): bigint {
  return BigInt(hour * 3600 + minute * 60 + second) * NANOS + BigInt(nano);
}

function localNanosOf({ localDate, localTime }: LocalDateTime): bigint {
  return dayOf(localDate) * SECONDS_A_DAY * NANOS + nanosOf(localTime);
}

/** Returns the place of a date-time with an offset: ordered by instant, and equal instants by offset. */
function placeOfInstant(local: bigint, offsetSeconds: number): bigint {
  const instant = local - BigInt(offsetSeconds) * NANOS;
  return (instant << OFFSET_BITS) + BigInt(offsetSeconds) + (1n << (OFFSET_BITS - 1n));
}

const { source: DATE } = /[+-]?\d{4,9}-\d\d-\d\d/;
const { source: TIME } = /\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?/;
const { source: OFFSET } = /(?:Z|[+-]\d\d:\d\d(?::\d\d)?)/;

interface Form {
  readonly pattern: RegExp;
  readonly parse: (text: string) => Moment;
}

/** The texts that Java's classes parse. */
const FORMS: Readonly<Record<MomentType, Form>> = {
  [TypeId.UUID]: {
    pattern: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i,
    parse: (text) => uuidFromText(text),
  },
  [TypeId.DATE]: {
    // The format of `java.util.Date.toString()`.
    pattern: /^\w{3} \w{3} \d\d \d\d:\d\d:\d\d \w+ \d{4}$/,
    parse: (text) => new Date(text),
  },
  [TypeId.LOCAL_DATE]: { pattern: new RegExp(`^${DATE}$`), parse: (text) => LocalDate.fromString(text) },
  [TypeId.LOCAL_TIME]: {
    pattern: new RegExp(`^${TIME}$`),
    parse: (text) => LocalTime.fromString(withSeconds(text)),
  },
  [TypeId.LOCAL_DATE_TIME]: {
    pattern: new RegExp(`^${DATE}T${TIME}$`),
    parse: (text) => LocalDateTime.fromString(withSeconds(text)),
  },
  [TypeId.OFFSET_DATE_TIME]: {
    pattern: new RegExp(`^${DATE}T${TIME}${OFFSET}$`),
    parse: (text) => OffsetDateTime.fromString(withSeconds(text)),
  },
};

/** Adds the seconds, which Java's texts may lack. */
function withSeconds(text: string): string {
  return text.replace(/(^|T)(\d\d:\d\d)(?!:)/, '$1$2:00');
}

/** Parses the text of a query that is compared with a value of this type; undefined if the text has another form. */
export function parseMoment(text: string, type: MomentType): Ordered | undefined {
  const form = FORMS[type];
  if (!form.pattern.test(text)) return undefined;
  try {
    return momentOf(form.parse(text));
  } catch {
    // A day or a time that does not exist.
    return undefined;
  }
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
