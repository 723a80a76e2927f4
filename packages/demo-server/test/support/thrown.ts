/** Returns the error of this class that `run` throws. */
export function thrown<Thrown>(type: abstract new (...args: never) => Thrown, run: () => unknown): Thrown {
  try {
    run();
  } catch (error) {
    if (error instanceof type) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
