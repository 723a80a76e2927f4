import { BigDecimal } from '../../../big-decimal.js';
import { LocalDate } from '../../../local-date.js';
import { LocalDateTime } from '../../../local-date-time.js';
import { LocalTime } from '../../../local-time.js';
import { OffsetDateTime } from '../../../offset-date-time.js';
import { readBigDecimal } from '../../types/big-decimal-bytes.js';
import { bigIntToBytes } from '../../big-integer.js';
import { readLocalDate, readLocalDateTime, readLocalTime, readOffsetDateTime } from '../../types/temporal.js';
import { Problem, type Element } from './elements.js';
import type { PayloadOutput } from './payload-output.js';

function instanceOf(takes: abstract new (...args: never[]) => unknown): (value: unknown) => Problem {
  return (value) => (value instanceof takes ? Problem.NONE : Problem.TYPE);
}

export const DECIMAL: Element = {
  takes: 'a BigDecimal whose scale is an integer of 32 bits',
  problemOf: (value) => {
    if (!(value instanceof BigDecimal) || typeof value.unscaledValue !== 'bigint') return Problem.TYPE;
    return (value.scale | 0) === value.scale ? Problem.NONE : Problem.RANGE;
  },
  write: (output, value) => {
    const { unscaledValue, scale } = value as BigDecimal;
    output.writeBytes(bigIntToBytes(unscaledValue));
    output.writeInt32(scale);
  },
  read: readBigDecimal,
};

export const TIME: Element = {
  takes: 'a LocalTime',
  problemOf: instanceOf(LocalTime),
  write: (output, value) => writeTime(output, value as LocalTime),
  read: readLocalTime,
};

export const DATE: Element = {
  takes: 'a LocalDate',
  problemOf: instanceOf(LocalDate),
  write: (output, value) => writeDate(output, value as LocalDate),
  read: readLocalDate,
};

export const TIMESTAMP: Element = {
  takes: 'a LocalDateTime',
  problemOf: instanceOf(LocalDateTime),
  write: (output, value) => writeDateTime(output, value as LocalDateTime),
  read: readLocalDateTime,
};

export const TIMESTAMP_WITH_TIMEZONE: Element = {
  takes: 'an OffsetDateTime',
  problemOf: instanceOf(OffsetDateTime),
  write: (output, value) => {
    const { localDateTime, offsetSeconds } = value as OffsetDateTime;
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
