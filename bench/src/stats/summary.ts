/** Median and spread of one figure over the runs of one approach. */
export interface Summary {
  readonly runs: number;
  readonly median: number;
  /** First and third quartile. */
  readonly low: number;
  readonly high: number;
}

/**
 * Quantile by linear interpolation between order statistics (R's type 7).
 *
 * @param sorted ascending, not empty
 * @param q in [0, 1]
 */
export function quantile(sorted: readonly number[], q: number): number {
  if (sorted.length === 0) throw new RangeError('quantile of no values');
  const position = (sorted.length - 1) * q;
  const below = Math.floor(position);
  const above = Math.ceil(position);
  const low = sorted[below];
  return low + (sorted[above] - low) * (position - below);
}

/** @returns `null` when no run has the figure */
export function summarize(values: readonly (number | null)[]): Summary | null {
  const sorted = values.filter((value) => value !== null).sort((a, b) => a - b);
  if (sorted.length === 0) return null;
  return {
    runs: sorted.length,
    median: quantile(sorted, 0.5),
    low: quantile(sorted, 0.25),
    high: quantile(sorted, 0.75),
  };
}
