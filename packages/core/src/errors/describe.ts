import { inspect } from 'node:util';

const MAX_LENGTH = 200;

/** A value for a message: short, and without running its code. */
export function describe(value: unknown): string {
  try {
    const text = inspect(value, { depth: 0, customInspect: false, maxStringLength: 60, maxArrayLength: 4 });
    return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)}…`;
  } catch {
    // A proxy can refuse even to be looked at.
    return `a value of type ${typeof value}`;
  }
}
