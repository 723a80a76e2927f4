/** Throws what `hazelcast-client` throws for fields of a date or time that are not numbers, or not whole. */
export function requireIntegers(what: string, fields: readonly unknown[]): void {
  if (!fields.every((each) => typeof each === 'number')) {
    throw new TypeError(`the fields of a ${what} must be numbers`);
  }
  if (!fields.every(Number.isInteger)) throw new RangeError(`the fields of a ${what} must be whole numbers`);
}

export function requireRange(field: string, value: number, min: number, max: number): void {
  if (!(value >= min && value <= max)) throw new RangeError(`the ${field} must be from ${min} to ${max}`);
}

export function requireText(value: unknown, where: string): asserts value is string {
  if (typeof value !== 'string') throw new TypeError(`${where} takes a string`);
}

export function requireDate(value: unknown, where: string): asserts value is Date {
  if (!(value instanceof Date)) throw new TypeError(`${where} takes a Date`);
  if (Number.isNaN(value.getTime())) throw new RangeError(`${where} takes a valid Date`);
}

/** With leading zeros. */
export function digits(value: number, count: number): string {
  return String(value).padStart(count, '0');
}
