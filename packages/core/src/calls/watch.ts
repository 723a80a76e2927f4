/**
 * Watches for what ends a call before its work does, and calls `giveUp` with the reason, perhaps more than once.
 *
 * @returns a function that ends the watch.
 */
export type Watch = (giveUp: (error: Error) => void) => () => void;

/**
 * Returns a promise that settles as the work does, or rejects when a watch gives it up. The work goes on in any case; the watches
 * end with the promise.
 */
export async function watched<T>(work: Promise<T>, watches: readonly Watch[]): Promise<T> {
  const ends: (() => void)[] = [];
  const givenUp = new Promise<never>((_, reject) => {
    for (const watch of watches) ends.push(watch(reject));
  });
  try {
    return await Promise.race([work, givenUp]);
  } finally {
    for (const end of ends) end();
  }
}
