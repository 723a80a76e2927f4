import { BigDecimal } from '../classes/big-decimal.js';
import { LocalDate } from '../classes/local-date.js';
import { LocalDateTime } from '../classes/local-date-time.js';
import { LocalTime } from '../classes/local-time.js';
import { OffsetDateTime } from '../classes/offset-date-time.js';
import { encodeBigDecimal, readBigDecimal } from '../data/big-decimal-bytes.js';
import { readLocalTime } from '../data/temporal.js';
import type { Codec } from './codec.js';

const YEARS = 'of a year from -32768 to 32767';

export const DECIMAL: Codec<BigDecimal> = {
  accepted: 'a BigDecimal',
  accepts: (value) => value instanceof BigDecimal,
  write: (output, value) => output.write(encodeBigDecimal(value, !output.isBigEndian()).bytes),
  read: readBigDecimal,
};

export const TIME: Codec<LocalTime> = {
  accepted: 'a LocalTime',
  accepts: (value) => value instanceof LocalTime,
  write: (output, { hour, minute, second, nano }) => {
    output.writeByte(hour);
    output.writeByte(minute);
    output.writeByte(second);
    output.writeInt(nano);
  },
  read: readLocalTime,
};

export const DATE: Codec<LocalDate> = {
  accepted: `a LocalDate ${YEARS}`,
  accepts: (value) => value instanceof LocalDate && (value.year << 16) >> 16 === value.year,
  // Two bytes for the year, and four wherever else a date is written.
  write: (output, { year, month, date }) => {
    output.writeShort(year);
    output.writeByte(month);
    output.writeByte(date);
  },
  read: (input) => new LocalDate(input.readShort(), input.readByte(), input.readByte()),
};

export const TIMESTAMP: Codec<LocalDateTime> = {
  accepted: `a LocalDateTime ${YEARS}`,
  accepts: (value) => value instanceof LocalDateTime && DATE.accepts(value.localDate),
  write: (output, { localDate, localTime }) => {
    DATE.write(output, localDate);
    TIME.write(output, localTime);
  },
  read: (input) => new LocalDateTime(DATE.read(input), TIME.read(input)),
};

export const TIMESTAMP_WITH_TIMEZONE: Codec<OffsetDateTime> = {
  accepted: `an OffsetDateTime ${YEARS}`,
  accepts: (value) => value instanceof OffsetDateTime && TIMESTAMP.accepts(value.localDateTime),
  write: (output, { localDateTime, offsetSeconds }) => {
    TIMESTAMP.write(output, localDateTime);
    output.writeInt(offsetSeconds);
  },
  read: (input) => new OffsetDateTime(TIMESTAMP.read(input), input.readInt()),
};
