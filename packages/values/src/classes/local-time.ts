import { digits, requireDate, requireIntegers, requireRange, requireText } from './date-time-fields.js';

const PATTERN = /(\d\d):(\d\d):(\d\d)(?:\.(\d+))?/;
const NANO_DIGITS = 9;

/** A time of the day without a zone, as `java.time.LocalTime`. */
export class LocalTime {
  /** The hour, 0 to 23. */
  readonly hour: number;
  /** The minute, 0 to 59. */
  readonly minute: number;
  /** The second, 0 to 59. */
  readonly second: number;
  /** Nanoseconds of the second, 0 to 999,999,999. */
  readonly nano: number;

  /** Throws `TypeError` for fields that are not numbers, `RangeError` for fractions and for fields out of range. */
  constructor(hour: number, minute: number, second: number, nano: number) {
    requireIntegers('LocalTime', [hour, minute, second, nano]);
    requireRange('Hour-of-day', hour, 0, 23, '0-23');
    requireRange('Minute-of-hour', minute, 0, 59, '0-59');
    requireRange('Second-of-minute', second, 0, 59, '0-59');
    requireRange('Nano-of-second', nano, 0, 999_999_999, '0-999_999_999');
    this.hour = hour;
    this.minute = minute;
    this.second = second;
    this.nano = nano;
  }

  /**
   * Parses the first `HH:mm:ss` or `HH:mm:ss.S` in a text; digits after the ninth of a fraction are left out.
   *
   * Throws `TypeError` if the argument is not a string, `RangeError` if there is no valid time in it.
   */
  static fromString(timeString: string): LocalTime {
    requireText(timeString, 'LocalTime.fromString');
    const match = PATTERN.exec(timeString);
    if (match === null)
      throw new RangeError(
        'Illegal time string. Expected a string in HH:mm:ss.SSS format, with up to nine digits of a second',
      );
    const [, hour, minute, second, fraction = ''] = match;
    const nano = fraction.slice(0, NANO_DIGITS).padEnd(NANO_DIGITS, '0');
    return new LocalTime(Number(hour), Number(minute), Number(second), Number(nano));
  }

  /**
   * Returns the time of day that a `Date` has in the time zone of this process. Throws `TypeError` if the argument is not a
   * `Date`, `RangeError` for an invalid one.
   */
  static fromDate(date: Date): LocalTime {
    requireDate(date, 'LocalTime.fromDate');
    return new LocalTime(
      date.getHours(),
      date.getMinutes(),
      date.getSeconds(),
      date.getMilliseconds() * 1_000_000,
    );
  }

  /** Returns `HH:mm:ss`, with nine digits of nanoseconds unless there are none. */
  toString(): string {
    const time = `${digits(this.hour, 2)}:${digits(this.minute, 2)}:${digits(this.second, 2)}`;
    return this.nano === 0 ? time : `${time}.${digits(this.nano, NANO_DIGITS)}`;
  }
}
