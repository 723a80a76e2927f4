import { twoSidedP, twoSidedQuantile } from './student.js';

/** What an interval says about candidate ÷ baseline; whether that is good depends on the figure. */
export const Verdict = {
  HIGHER: 'higher',
  LOWER: 'lower',
  NO_DIFFERENCE: 'no difference',
  /** One pair has no spread, so nothing can be said. */
  UNDECIDED: 'undecided',
} as const;
export type Verdict = (typeof Verdict)[keyof typeof Verdict];

/** One figure of the two processes of one pair. */
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
  /** As Node core's `compare.R`: `***` p < 0.001, `**` p < 0.01, `*` p < 0.05. */
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
 * Paired comparison: a t-test on the log-ratios of the pairs. Pairing takes out what both processes of a pair saw alike
 * (a noisy neighbour, a slow minute); the logarithm makes "twice as fast" and "half as fast" symmetrical.
 *
 * @returns `null` when no ratio exists: no pairs, a side without the figure, or a zero or negative value
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
  const half = twoSidedQuantile(CONFIDENCE, n - 1) * standardError;
  const low = Math.exp(mean - half);
  const high = Math.exp(mean + half);
  // identical pairs have no spread: then a mean of 0 is certain to be no difference, and any other certain to be one
  const t = mean === 0 ? 0 : mean / standardError;
  const p = twoSidedP(t, n - 1);
  return { pairs: n, ratio, interval: [low, high], p, stars: starsOf(p), verdict: verdictOf(low, high) };
}
