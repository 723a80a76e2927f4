/**
 * Calls code of the user's whose trouble is its own, such as a listener: what it throws, and what its promise rejects with, is
 * reported, and reaches nobody else.
 */
export function guardedCall(call: () => unknown, report: (error: unknown) => void): void {
  try {
    const result = call();
    if (isThenable(result)) result.then(undefined, report);
  } catch (error) {
    report(error);
  }
}

/** Not only promises of the engine's own: those of libraries reject in the same way. */
function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
  );
}
