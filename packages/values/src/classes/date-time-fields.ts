// Texts of errors begin as those of the official client do: programs match on them.

/** Throws what `hazelcast-client` throws for fields of a date or time that are not numbers, or not whole. */
export function requireIntegers(what: string, fields: readonly unknown[]): void {
  if (!fields.every((each) => typeof each === 'number')) {
    throw new TypeError(`Illegal arguments given to ${what}. All arguments must be numbers.`);
  }
  if (!fields.every(Number.isInteger)) {
    throw new RangeError(`Illegal arguments given to ${what}. All arguments must be integers.`);
  }
}

/** Throws `RangeError` unless `min` ≤ `value` ≤ `max`. @param range the two limits as the error's text shows them. */
export function requireRange(field: string, value: number, min: number, max: number, range: string): void {
  if (!(value >= min && value <= max)) throw new RangeError(`${field} must be between ${range}`);
}

export function requireText(value: unknown, where: string): asserts value is string {
  if (typeof value !== 'string') throw new TypeError(`String expected. ${where} takes nothing else`);
}

export function requireDate(value: unknown, where: string): asserts value is Date {
  if (!(value instanceof Date)) throw new TypeError(`A Date is not passed to ${where}`);
  if (Number.isNaN(value.getTime()))
    throw new RangeError(`Invalid Date is passed. ${where} takes a valid one`);
}

/** Formats a number with leading zeros, to at least `count` digits. */
export function digits(value: number, count: number): string {
  return String(value).padStart(count, '0');
}
