import Long from 'long';

import { BigDecimal } from '../../src/classes/big-decimal.js';
import { LocalDateTime } from '../../src/classes/local-date-time.js';
import { LocalDate } from '../../src/classes/local-date.js';
import { LocalTime } from '../../src/classes/local-time.js';
import { OffsetDateTime } from '../../src/classes/offset-date-time.js';
import { UUID } from '../../src/classes/uuid.js';
import { inside, OfficialLong, OfficialUUID } from './official.js';

type Make = new (...args: never[]) => object;

/** The classes of one of the clients. */
export interface Lib {
  readonly Long: typeof Long;
  readonly UUID: Make;
  readonly BigDecimal: Make;
  readonly LocalDate: Make;
  readonly LocalTime: Make;
  readonly LocalDateTime: Make;
  readonly OffsetDateTime: Make;
}

export const OURS: Lib = { Long, UUID, BigDecimal, LocalDate, LocalTime, LocalDateTime, OffsetDateTime };
export const THEIRS: Lib = {
  Long: OfficialLong,
  UUID: OfficialUUID,
  BigDecimal: inside('core/BigDecimal', 'BigDecimal'),
  LocalDate: inside('core/DateTimeClasses', 'LocalDate'),
  LocalTime: inside('core/DateTimeClasses', 'LocalTime'),
  LocalDateTime: inside('core/DateTimeClasses', 'LocalDateTime'),
  OffsetDateTime: inside('core/DateTimeClasses', 'OffsetDateTime'),
};
