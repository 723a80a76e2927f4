/**
 * What a callback that becomes due at a random moment waits for the loop.
 *
 * `monitorEventLoopDelay` has one sample a timer firing, so a loop that is blocked for 30 ms once and turns quickly for
 * another 30 ms yields one long sample and thirty short ones: its percentiles give the short ones thirty votes, although half of the time
 * the loop did not answer. Here each gap counts by its length: for gaps g with lateness l = max(0, g − period),
 * P(wait > w) = Σ max(0, l − w) / Σ g.
 *
 * @param gaps times between firings of the sampling timer, any order, any one unit
 * @param period the timer's nominal period, same unit
 * @param q in (0, 1), e.g. 0.99
 * @returns the wait not exceeded with probability q, same unit
 */
export function loopWait(gaps: readonly number[], period: number, q: number): number {
  const late = gaps.map((gap) => Math.max(0, gap - period)).sort((a, b) => b - a);
  const budget = (1 - q) * gaps.reduce((sum, gap) => sum + gap, 0);
  // Walk down from the longest: with the k longest above w, the excess is (their sum) − k·w.
  let sum = 0;
  for (let k = 1; k <= late.length; k++) {
    sum += late[k - 1];
    const next = late[k] ?? 0;
    const wait = (sum - budget) / k;
    if (wait >= next) return Math.max(0, wait);
  }
  return 0;
}
