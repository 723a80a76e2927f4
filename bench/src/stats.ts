import jStat from 'jstat';

/** The verdicts on an interval of candidate ÷ baseline, by its side of 1. Whether one is good depends on the figure. */
export const Verdict = {
  HIGHER: 'higher',
  LOWER: 'lower',
  NO_DIFFERENCE: 'no difference',
  /** One pair has no spread, so nothing can be said. */
  UNDECIDED: 'undecided',
} as const;
export type Verdict = (typeof Verdict)[keyof typeof Verdict];

/** A figure of the two processes of one pair. */
export interface Pair {
  readonly baseline: number | null;
  readonly candidate: number | null;
}

export interface Comparison {
  readonly pairs: number;
  /** Geometric mean of candidate ÷ baseline. */
  readonly ratio: number;
  /** 95 % interval of the ratio; `null` with a single pair. */
  readonly interval: readonly [low: number, high: number] | null;
  /** Two-sided p of "the ratio is 1"; `null` with a single pair. */
  readonly p: number | null;
  /** Stars as in Node core's `compare.R`: `***` p < 0.001, `**` p < 0.01, `*` p < 0.05. */
  readonly stars: '' | '*' | '**' | '***';
  readonly verdict: Verdict;
}

const CONFIDENCE = 0.95;

function starsOf(p: number): Comparison['stars'] {
  if (p < 0.001) return '***';
  if (p < 0.01) return '**';
  return p < 0.05 ? '*' : '';
}

function verdictOf(low: number, high: number): Verdict {
  if (low > 1) return Verdict.HIGHER;
  return high < 1 ? Verdict.LOWER : Verdict.NO_DIFFERENCE;
}

/**
 * Compares pairs by a t-test on their log-ratios. Pairing takes out what both processes of a pair saw alike (a noisy neighbour, a slow
 * minute); the logarithm makes "twice as fast" and "half as fast" symmetrical.
 *
 * @returns null if no ratio exists: no pairs, a side without the figure, or a zero or negative value
 */
export function compare(pairs: readonly Pair[]): Comparison | null {
  const logs: number[] = [];
  for (const { baseline, candidate } of pairs) {
    if (baseline === null || candidate === null || !(baseline > 0) || !(candidate > 0)) return null;
    logs.push(Math.log(candidate / baseline));
  }
  if (logs.length === 0) return null;

  const n = logs.length;
  const mean = logs.reduce((sum, value) => sum + value, 0) / n;
  const ratio = Math.exp(mean);
  if (n === 1) return { pairs: 1, ratio, interval: null, p: null, stars: '', verdict: Verdict.UNDECIDED };

  const variance = logs.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1);
  const standardError = Math.sqrt(variance / n);
  const half = jStat.studentt.inv((1 + CONFIDENCE) / 2, n - 1) * standardError;
  const low = Math.exp(mean - half);
  const high = Math.exp(mean + half);
  // Identical pairs have no spread: a mean of 0 is then certainly not a difference, and any other certainly is one.
  const t = mean === 0 ? 0 : -Math.abs(mean / standardError);
  const p = Number.isFinite(t) ? Math.min(1, 2 * jStat.studentt.cdf(t, n - 1)) : 0;
  return { pairs: n, ratio, interval: [low, high], p, stars: starsOf(p), verdict: verdictOf(low, high) };
}

/** Median and spread of one figure over the runs of one approach. */
export interface Summary {
  readonly runs: number;
  readonly median: number;
  /** First and third quartile, between order statistics by linear interpolation (R's type 7). */
  readonly low: number;
  readonly high: number;
}

/** Summarizes the values of one figure. @returns null if no run has the figure */
export function summarize(values: readonly (number | null)[]): Summary | null {
  const sorted = values.filter((value) => value !== null).sort((a, b) => a - b);
  if (sorted.length === 0) return null;
  const quantile = (q: number): number => {
    const position = (sorted.length - 1) * q;
    const [low, high] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]];
    // infinite values have no difference
    return low === high ? low : low + (high - low) * (position % 1);
  };
  return { runs: sorted.length, median: quantile(0.5), low: quantile(0.25), high: quantile(0.75) };
}
