/**
 * Calls code of the user's, such as a listener. What it throws, or its promise rejects with, goes to `report` and no further.
 */
export function guardedCall(call: () => unknown, report: (error: unknown) => void): void {
  try {
    const result = call();
    if (isThenable(result)) result.then(undefined, report);
  } catch (error) {
    report(error);
  }
}

/** Promises of libraries count too, as they reject in the same way. */
function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
  );
}
