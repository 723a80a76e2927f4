import type { Figure } from '../experiment.js';
import { Verdict, type Comparison, type Summary } from '../stats.js';

/** The outcomes of a comparison, as the candidate sees them. */
export const Outcome = {
  BETTER: 'better',
  WORSE: 'worse',
  SAME: 'no difference',
  OPEN: 'undecided',
} as const;
export type Outcome = (typeof Outcome)[keyof typeof Outcome];

export function outcomeOf({ verdict }: Comparison, { better }: Pick<Figure, 'better'>): Outcome {
  if (verdict === Verdict.NO_DIFFERENCE) return Outcome.SAME;
  if (verdict === Verdict.UNDECIDED) return Outcome.OPEN;
  return verdict === better ? Outcome.BETTER : Outcome.WORSE;
}

/** Formats a number with at most four significant digits, thousands separated: `123,500`, `12.35`, `0.012`. */
export function formatNumber(value: number): string {
  if (value === 0) return '0';
  if (Math.abs(value) >= 1000) return Number(value.toPrecision(4)).toLocaleString('en-US');
  if (Math.abs(value) >= 100) return value.toFixed(0);
  return String(Number(value.toPrecision(3)));
}

/** Formats a summary: the median, and in parentheses the quartiles if there are enough runs to speak of any. */
export function formatSummary(summary: Summary | null): string {
  if (summary === null) return '–';
  const { median, low, high, runs } = summary;
  if (runs < 3) return formatNumber(median);
  return `${formatNumber(median)} (${formatNumber(low)}–${formatNumber(high)})`;
}

/** Formats a comparison: `2.31 [2.10, 2.54] ***`. `▼` marks what the candidate loses; words say what the interval does not decide. */
export function formatComparison(comparison: Comparison | null, figure: Pick<Figure, 'better'>): string {
  if (comparison === null) return '–';
  const { ratio, interval, stars } = comparison;
  const outcome = outcomeOf(comparison, figure);
  const parts = [`${formatRatio(ratio)}×`];
  if (interval !== null) parts.push(`[${formatRatio(interval[0])}, ${formatRatio(interval[1])}]`);
  if (stars !== '') parts.push(stars.replaceAll('*', '\\*'));
  if (outcome === Outcome.WORSE) parts.push('▼ worse');
  if (outcome === Outcome.SAME) parts.push('no difference');
  if (outcome === Outcome.OPEN) parts.push('(one pair)');
  return parts.join(' ');
}

/** The approach whose ratios the tables of README and documentation show. */
export const CANDIDATE = 'offloop';

/**
 * Formats a comparison for the wide tables of documents: without stars, as the interval says how sure it is, and with marks instead of
 * words.
 */
export function formatShort(comparison: Comparison | null, figure: Pick<Figure, 'better'>): string {
  return formatComparison(comparison, figure)
    .replaceAll(String.raw`\*`, '')
    .replace(' worse', '')
    .replace('no difference', '=')
    .replaceAll(/ +/g, ' ')
    .trim();
}

function formatRatio(ratio: number): string {
  if (!Number.isFinite(ratio)) return '∞';
  return ratio >= 100 ? ratio.toFixed(0) : ratio.toPrecision(3);
}
