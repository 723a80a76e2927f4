/** The functions to run when a signal is aborted. */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Runs a function when the signal is aborted. The signal must not be aborted yet.
 *
 * All functions of a signal share one listener. Node looks through all listeners before it adds one: with a listener each, a
 * call took 0.3 µs, 3.5 with 1,024 calls on one signal, and 38 with 10,000 (Node 20, which also warns of a leak from eleven on).
 * This takes 0.1 µs, and 0.6 for a signal's first function.
 *
 * @returns a function that takes `run` back. Call it when the wait is over: Node keeps a signal of `AbortSignal.timeout` or
 *   `AbortSignal.any` in memory while it has a listener.
 */
export function onAbort(signal: AbortSignal, run: () => void): () => void {
  const functions = functionsOf(signal);
  if (functions.size === 0) signal.addEventListener('abort', runAll);
  functions.add(run);
  return () => {
    if (functions.delete(run) && functions.size === 0) signal.removeEventListener('abort', runAll);
  };
}

function functionsOf(signal: AbortSignal): Set<() => void> {
  let functions = waiting.get(signal);
  if (functions === undefined) waiting.set(signal, (functions = new Set()));
  return functions;
}

/** The one listener that all signals share. */
function runAll({ target }: Event): void {
  for (const run of functionsOf(target as AbortSignal)) run();
}
