/** Counts of all the calls of a load. */
export interface Tally {
  calls: number;
  acknowledgedWrites: number;
  /** Number of failed calls by the class of their error. */
  readonly failures: Record<string, number>;
  /** Duration of the slowest call in ms, failed ones included. */
  slowest: number;
  /** Number of calls that have begun and are not settled. */
  open: number;
}

export function newTally(): Tally {
  return { calls: 0, acknowledgedWrites: 0, failures: {}, slowest: 0, open: 0 };
}

/** Counts a call, whether it succeeds or fails. Never rejects. */
export async function counted(tally: Tally, call: () => Promise<void>): Promise<void> {
  const startedAt = performance.now();
  tally.calls++;
  tally.open++;
  try {
    await call();
  } catch (error) {
    const name = error instanceof Error ? error.constructor.name : typeof error;
    tally.failures[name] = (tally.failures[name] ?? 0) + 1;
  } finally {
    tally.open--;
    tally.slowest = Math.max(tally.slowest, performance.now() - startedAt);
  }
}
