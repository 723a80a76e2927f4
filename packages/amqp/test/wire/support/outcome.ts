import { inspect } from 'node:util';

/** What a function returned, or threw, as text that shows the order of keys, −0, and bytes. */
export function outcome(run: () => unknown): string {
  try {
    return shown(run());
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { code } = error as NodeJS.ErrnoException;
    return `${error.name} ${code ?? ''}: ${error.message}`;
  }
}

/** A value as such a text. */
export function shown(value: unknown): string {
  if (Buffer.isBuffer(value)) return value.toString('hex');
  return inspect(value, { depth: Infinity, maxArrayLength: Infinity, maxStringLength: Infinity });
}
