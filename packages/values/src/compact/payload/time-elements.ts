import { BigDecimal } from '../../classes/big-decimal.js';
import { LocalDate } from '../../classes/local-date.js';
import { LocalDateTime } from '../../classes/local-date-time.js';
import { LocalTime } from '../../classes/local-time.js';
import { OffsetDateTime } from '../../classes/offset-date-time.js';
import { readBigDecimal } from '../../data/big-decimal-bytes.js';
import { bigIntToBytes } from '../../data/big-integer.js';
import { readLocalDate, readLocalDateTime, readLocalTime, readOffsetDateTime } from '../../data/temporal.js';
import { Problem, type Element } from './elements.js';
import type { PayloadOutput } from './payload-output.js';

function instanceOf(takes: abstract new (...args: never[]) => unknown): (value: unknown) => Problem {
  return (value) => (value instanceof takes ? Problem.NONE : Problem.TYPE);
}

export const DECIMAL: Element<BigDecimal> = {
  takes: 'a BigDecimal whose scale is an integer of 32 bits',
  problemOf: (value) => {
    if (!(value instanceof BigDecimal) || typeof value.unscaledValue !== 'bigint') return Problem.TYPE;
    return (value.scale | 0) === value.scale ? Problem.NONE : Problem.RANGE;
  },
  write: (output, { unscaledValue, scale }) => {
    output.writeBytes(bigIntToBytes(unscaledValue));
    output.writeInt32(scale);
  },
  read: readBigDecimal,
};

export const TIME: Element<LocalTime> = {
  takes: 'a LocalTime',
  problemOf: instanceOf(LocalTime),
  write: writeTime,
  read: readLocalTime,
};

export const DATE: Element<LocalDate> = {
  takes: 'a LocalDate',
  problemOf: instanceOf(LocalDate),
  write: writeDate,
  read: readLocalDate,
};

export const TIMESTAMP: Element<LocalDateTime> = {
  takes: 'a LocalDateTime',
  problemOf: instanceOf(LocalDateTime),
  write: writeDateTime,
  read: readLocalDateTime,
};

export const TIMESTAMP_WITH_TIMEZONE: Element<OffsetDateTime> = {
  takes: 'an OffsetDateTime',
  problemOf: instanceOf(OffsetDateTime),
  write: (output, { localDateTime, offsetSeconds }) => {
    writeDateTime(output, localDateTime);
    output.writeInt32(offsetSeconds);
  },
  read: readOffsetDateTime,
};

function writeTime(output: PayloadOutput, { hour, minute, second, nano }: LocalTime): void {
  output.writeByte(hour);
  output.writeByte(minute);
  output.writeByte(second);
  output.writeInt32(nano);
}

function writeDate(output: PayloadOutput, { year, month, date }: LocalDate): void {
  output.writeInt32(year);
  output.writeByte(month);
  output.writeByte(date);
}

function writeDateTime(output: PayloadOutput, { localDate, localTime }: LocalDateTime): void {
  writeDate(output, localDate);
  writeTime(output, localTime);
}
