import { requireDate, requireText } from './date-time-fields.js';
import { LocalDate } from './local-date.js';
import { LocalTime } from './local-time.js';

/** A day and a time without a zone, as `java.time.LocalDateTime`. */
export class LocalDateTime {
  readonly localDate: LocalDate;
  readonly localTime: LocalTime;

  /** Throws `TypeError` for arguments of other classes. */
  constructor(localDate: LocalDate, localTime: LocalTime) {
    if (!(localDate instanceof LocalDate)) throw new TypeError('Invalid local date. It must be a LocalDate');
    if (!(localTime instanceof LocalTime)) throw new TypeError('Invalid local time. It must be a LocalTime');
    this.localDate = localDate;
    this.localTime = localTime;
  }

  /** Makes a LocalDateTime from all its fields. Throws as the constructors of {@link LocalDate} and {@link LocalTime}. */
  static from(
    year: number,
    month: number,
    date: number,
    hour: number,
    minute: number,
    second: number,
    nano: number,
  ): LocalDateTime {
    return new LocalDateTime(new LocalDate(year, month, date), new LocalTime(hour, minute, second, nano));
  }

  /**
   * Parses a date and a time with a `T` between them, as {@link LocalDate.fromString} and {@link LocalTime.fromString} take them.
   *
   * Throws `TypeError` if the argument is not a string, `RangeError` for other text.
   */
  static fromString(isoString: string): LocalDateTime {
    requireText(isoString, 'LocalDateTime.fromString');
    const parts = isoString.split(/[Tt]/);
    if (parts.length !== 2)
      throw new RangeError(
        'Invalid format. Expected a string in the form yyyy-mm-ss(T|t)HH:mm:ss.SSS: yyyy-mm-ddTHH:mm:ss.SSSSSSSSS',
      );
    return new LocalDateTime(LocalDate.fromString(parts[0]), LocalTime.fromString(parts[1]));
  }

  /** Returns the date and time that a `Date` has in the time zone of this process. Throws as {@link LocalDate.fromDate}. */
  static fromDate(date: Date): LocalDateTime {
    requireDate(date, 'LocalDateTime.fromDate');
    return new LocalDateTime(LocalDate.fromDate(date), LocalTime.fromDate(date));
  }

  /** Returns the moment at which it is this date and time in the time zone of this process, to the millisecond. */
  asDate(): Date {
    const { year, month, date } = this.localDate;
    const { hour, minute, second, nano } = this.localTime;
    const moment = new Date(2000, 0, 1, hour, minute, second, Math.floor(nano / 1_000_000));
    // Not by the constructor, which takes the years 0 to 99 for 1900 to 1999; the time once more, as clocks are put forward.
    moment.setFullYear(year, month - 1, date);
    moment.setHours(hour, minute, second, Math.floor(nano / 1_000_000));
    return moment;
  }

  /** Returns `yyyy-mm-ddTHH:mm:ss`, with nine digits of nanoseconds unless there are none. */
  toString(): string {
    return `${this.localDate.toString()}T${this.localTime.toString()}`;
  }
}
