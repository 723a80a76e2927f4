import type { BigDecimal, LocalDate } from 'offloop';

/** Classes of values that each client has of its own. */
export interface ValueClasses {
  readonly BigDecimal: Pick<typeof BigDecimal, 'fromString'>;
  readonly LocalDate: new (year: number, month: number, date: number) => LocalDate;
}
