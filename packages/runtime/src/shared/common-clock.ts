/**
 * Milliseconds by a clock that all threads of the process share, that nobody sets, and that has no known beginning: for what one
 * thread writes and another compares. `performance.now()` begins anew in each thread.
 */
export function commonNow(): number {
  const [seconds, nanos] = process.hrtime();
  return seconds * 1000 + nanos / 1e6;
}
