/** A ratio of two series, with its 95 % interval. */
export interface Ratio {
  readonly value: number;
  /** Lower end of the interval. */
  readonly from: number;
  /** Upper end of the interval. */
  readonly to: number;
}

/** Student's t for 95 %, by degrees of freedom. */
const T = [12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23];

/**
 * Divides one series by another, round by round, so that what both met in a round cancels out. Returns the geometric mean, and its interval
 * by Student's t; undefined with fewer than two rounds, or if a value is not above 0.
 */
export function ratioOf(values: readonly number[], base: readonly number[]): Ratio | undefined {
  const rounds = Math.min(values.length, base.length);
  const logs = Array.from({ length: rounds }, (_, round) => Math.log(values[round] / base[round]));
  if (rounds < 2 || !logs.every(Number.isFinite)) return undefined;
  const mean = logs.reduce((sum, each) => sum + each, 0) / rounds;
  const squares = logs.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  const reach = student(rounds - 1) * Math.sqrt(squares / (rounds - 1) / rounds);
  return { value: Math.exp(mean), from: Math.exp(mean - reach), to: Math.exp(mean + reach) };
}

/** Returns true if chance alone does not explain the difference. */
export function isApart({ from, to }: Ratio): boolean {
  return from > 1 || to < 1;
}

/** Returns Student's t for 95 %. Beyond the table it uses the first terms of a series, right to a hundredth. */
function student(freedom: number): number {
  return T[freedom - 1] ?? 1.96 + 2.4 / freedom + 2.9 / freedom ** 2;
}
