/**
 * A value in a form that compares by content, whichever client made it: each has `Long`, `UUID` and errors of its own.
 */
export function comparable(value: unknown): unknown {
  if (typeof value === 'bigint') return { bigint: String(value) };
  if (typeof value === 'number') return Object.is(value, -0) ? { number: '-0' } : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Buffer.isBuffer(value)) return { bytes: value.toString('hex') };
  if (value instanceof Date) return { date: value.getTime() };
  if (value instanceof Error) return comparableError(value);
  switch (value.constructor?.name) {
    case 'Long':
      return { long: (value as { toString(): string }).toString() };
    case 'UUID':
      return { uuid: (value as { toString(): string }).toString() };
    case 'ReadOnlyLazyList':
      return [...(value as Iterable<unknown>)].map(comparable);
    default:
  }
  if (Array.isArray(value)) return value.map(comparable);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, comparable(each)]));
}

function comparableError(error: Error): unknown {
  const { serverStackTrace } = error as {
    serverStackTrace?: readonly { className: string; methodName: string }[];
  };
  return {
    // The class: the official client's errors are all named Error.
    error: error.constructor.name,
    message: error.message,
    trace: serverStackTrace?.map(({ className, methodName }) => `${className}.${methodName}`),
  };
}

/** What came of a call, comparable. */
export async function outcome(call: Promise<unknown>): Promise<unknown> {
  try {
    return { resolved: comparable(await call) };
  } catch (error) {
    return { rejected: comparable(error) };
  }
}
