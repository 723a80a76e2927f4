import { digits, requireDate, requireText } from './date-time-fields.js';
import { LocalDateTime } from './local-date-time.js';

/** Seconds: 18 hours. */
const MAX_OFFSET = 64_800;
/** A text without a zone must be a date and time alone: in others, a zone may be misspelt. */
const WITHOUT_ZONE = /^-?\d+-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?$/;
const ZONE = /(?:[Zz]|([+-])(\d\d):(\d\d)(?::(\d\d))?)$/;
/** What cannot stand before an offset: another one's sign. Before the time, a minus separates the parts of the date. */
const ANOTHER_SIGN = /\+|[Tt].*-/;
const ANY_ZONE = /[Zz]|[+-]\d\d:\d\d/;

/** A day and a time with their distance from UTC, as `java.time.OffsetDateTime`. */
export class OffsetDateTime {
  readonly localDateTime: LocalDateTime;
  /** Seconds east of UTC, −64800 to 64800. */
  readonly offsetSeconds: number;

  /** Throws `TypeError` for arguments of other types, `RangeError` for an offset that is not whole or out of range. */
  constructor(localDateTime: LocalDateTime, offsetSeconds: number) {
    if (!(localDateTime instanceof LocalDateTime))
      throw new TypeError('Invalid local datetime. It must be a LocalDateTime');
    requireOffset(offsetSeconds);
    this.localDateTime = localDateTime;
    this.offsetSeconds = offsetSeconds;
  }

  /** Makes an OffsetDateTime from all its fields. Throws as {@link LocalDateTime.from} and the constructor. */
  static from(
    year: number,
    month: number,
    date: number,
    hour: number,
    minute: number,
    second: number,
    nano: number,
    offsetSeconds: number,
  ): OffsetDateTime {
    return new OffsetDateTime(
      LocalDateTime.from(year, month, date, hour, minute, second, nano),
      offsetSeconds,
    );
  }

  /**
   * Returns the date and time that a `Date` has in the time zone of this process, with the offset that is given. Throws as {@link
   * from}.
   */
  static fromDate(date: Date, offsetSeconds: number): OffsetDateTime {
    requireDate(date, 'OffsetDateTime.fromDate');
    return new OffsetDateTime(LocalDateTime.fromDate(date), offsetSeconds);
  }

  /**
   * Parses a date and time, as {@link LocalDateTime.fromString} takes them, and `Z`, `+HH:mm` or `-HH:mm`, with seconds or
   * without; UTC if there is none.
   *
   * Throws `TypeError` if the argument is not a string, `RangeError` for other text.
   */
  static fromString(isoString: string): OffsetDateTime {
    requireText(isoString, 'OffsetDateTime.fromString');
    const match = ZONE.exec(isoString);
    if (match === null && !WITHOUT_ZONE.test(isoString)) {
      throw new RangeError(
        'Invalid format. A date and time with an offset are written yyyy-mm-ddTHH:mm:ss.SSSSSSSSS+HH:mm',
      );
    }
    const shown = isoString.slice(0, match?.index);
    const isSigned = match?.[1] !== undefined;
    if (ANY_ZONE.test(shown) || (isSigned && ANOTHER_SIGN.test(shown)))
      throw new RangeError('Invalid format. A date and time have one offset at most');
    const localDateTime = LocalDateTime.fromString(shown);
    if (!isSigned) return new OffsetDateTime(localDateTime, 0);
    const [, sign, hours, minutes, seconds = '0'] = match;
    const offset = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
    return new OffsetDateTime(localDateTime, sign === '-' ? 0 - offset : offset);
  }

  /** Returns the moment that this date and time stand for, to the millisecond. The time zone of this process does not matter. */
  asDate(): Date {
    const { year, month, date } = this.localDateTime.localDate;
    const { hour, minute, second, nano } = this.localDateTime.localTime;
    const moment = new Date(0);
    moment.setUTCFullYear(year, month - 1, date);
    moment.setUTCHours(hour, minute, second - this.offsetSeconds, Math.floor(nano / 1_000_000));
    return moment;
  }

  /** Returns {@link LocalDateTime.toString} and `Z`, `+HH:mm` or `-HH:mm`, with seconds if the offset has some. */
  toString(): string {
    return this.localDateTime.toString() + zoneOf(this.offsetSeconds);
  }
}

function requireOffset(offset: number): void {
  if (typeof offset !== 'number') throw new TypeError('offsetSeconds is not a number.');
  if (!Number.isInteger(offset) || Math.abs(offset) > MAX_OFFSET) {
    throw new RangeError(
      'Offset seconds can be between -64800(-18:00) and 64800(+18:00). They are whole numbers',
    );
  }
}

function zoneOf(offset: number): string {
  if (offset === 0) return 'Z';
  const distance = Math.abs(offset);
  const zone = `${offset < 0 ? '-' : '+'}${digits(Math.floor(distance / 3600), 2)}:${digits(Math.floor(distance / 60) % 60, 2)}`;
  return distance % 60 === 0 ? zone : `${zone}:${digits(distance % 60, 2)}`;
}
