import { digits, requireDate, requireIntegers, requireRange, requireText } from './date-time-fields.js';

const PATTERN = /(-?\d+)-(\d\d)-(\d\d)/;
const MAX_YEAR = 999_999_999;
const DAYS: readonly number[] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const MONTHS: readonly string[] = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** A day without a zone, as `java.time.LocalDate`. */
export class LocalDate {
  /** The year, −999,999,999 to 999,999,999. */
  readonly year: number;
  /** The month, 1 to 12. */
  readonly month: number;
  /** The day of the month, from 1. */
  readonly date: number;

  /** Throws `TypeError` for fields that are not numbers, `RangeError` for fractions and for days that do not exist. */
  constructor(year: number, month: number, date: number) {
    requireIntegers('LocalDate', [year, month, date]);
    requireRange('Month', month, 1, 12, '1-12');
    requireRange('Year', year, -MAX_YEAR, MAX_YEAR, '-999_999_999 - 999_999_999');
    const days = month === 2 && isLeap(year) ? 29 : DAYS[month - 1];
    if (date < 1) throw new RangeError('Invalid Date. Date cannot be less than 1');
    if (date > days) throw new RangeError(`Invalid Date. ${tooLate(month, date, days)}`);
    this.year = year;
    this.month = month;
    this.date = date;
  }

  /**
   * Parses the first `yyyy-mm-dd` in a text; the year may have any number of digits, and a minus.
   *
   * Throws `TypeError` if the argument is not a string, `RangeError` if there is no valid date in it.
   */
  static fromString(dateString: string): LocalDate {
    requireText(dateString, 'LocalDate.fromString');
    const match = PATTERN.exec(dateString);
    if (match === null) throw new RangeError('Invalid format. Expected a string in yyyy-mm-dd format');
    const [, year, month, date] = match;
    return new LocalDate(Number(year), Number(month), Number(date));
  }

  /**
   * Returns the day that a `Date` has in the time zone of this process. Throws `TypeError` if the argument is not a `Date`,
   * `RangeError` for an invalid one.
   */
  static fromDate(date: Date): LocalDate {
    requireDate(date, 'LocalDate.fromDate');
    return new LocalDate(date.getFullYear(), date.getMonth() + 1, date.getDate());
  }

  /** Returns `yyyy-mm-dd`, with at least four digits of the year. */
  toString(): string {
    const sign = this.year < 0 ? '-' : '';
    return `${sign}${digits(Math.abs(this.year), 4)}-${digits(this.month, 2)}-${digits(this.date, 2)}`;
  }
}

function tooLate(month: number, date: number, days: number): string {
  return month === 2 && date === 29
    ? 'February 29 as the year is not a leap year'
    : `${MONTHS[month - 1]} has ${days} days`;
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}
