import Long from 'long';
import { BigDecimal, LocalDate, LocalDateTime, LocalTime, OffsetDateTime, UUID } from 'offloop';

import type { Lib } from '../../../../values/test/serialization/classes.js';

/** The classes of the client that runs here, the built one: the tests' own are those of the sources, which it does not know. */
export const PUBLISHED: Lib = {
  Long,
  UUID,
  BigDecimal,
  LocalDate,
  LocalTime,
  LocalDateTime,
  OffsetDateTime,
};
