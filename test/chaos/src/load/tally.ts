/** What all calls of a load have gone through together. */
export interface Tally {
  calls: number;
  acknowledgedWrites: number;
  /** Number of failed calls by the class of their error. */
  readonly failures: Record<string, number>;
  /** Milliseconds of the slowest call, failed ones among them. */
  slowest: number;
  /** Calls begun and not yet settled. */
  open: number;
}

export function newTally(): Tally {
  return { calls: 0, acknowledgedWrites: 0, failures: {}, slowest: 0, open: 0 };
}

/** Counts a call, whatever becomes of it. Never rejects. */
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
