/** How many times one is the other. */
export interface Ratio {
  readonly value: number;
  /** 95 %, both ends. */
  readonly from: number;
  readonly to: number;
}

/** Student's t for 95 %, by degrees of freedom; beyond them the curve is close to the normal one. */
const T = [12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23];

/**
 * Geometric means of two series, one divided by the other. Undefined where that says nothing: of less than two values, or
 * when one of them is not above 0.
 */
export function ratioOf(values: readonly number[], base: readonly number[]): Ratio | undefined {
  if (values.length < 2 || base.length < 2 || ![...values, ...base].every((each) => each > 0))
    return undefined;
  const [one, other] = [spreadOf(values), spreadOf(base)];
  const mean = one.mean - other.mean;
  const freedom = Math.min(values.length, base.length) - 1;
  const reach = (T[freedom - 1] ?? 2.1) * Math.sqrt(one.error + other.error);
  return { value: Math.exp(mean), from: Math.exp(mean - reach), to: Math.exp(mean + reach) };
}

/** Mean of the logarithms, and the square of its standard error. */
function spreadOf(values: readonly number[]): { readonly mean: number; readonly error: number } {
  const logs = values.map(Math.log);
  const mean = logs.reduce((sum, each) => sum + each, 0) / logs.length;
  const squares = logs.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  return { mean, error: squares / (logs.length - 1) / logs.length };
}
