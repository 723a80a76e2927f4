/**
 * Student's t distribution, computed rather than tabled, so that any number of pairs gets its exact quantile.
 * The incomplete beta function is evaluated by its continued fraction (Lentz' method; Abramowitz & Stegun 26.5.8).
 */

const LANCZOS_G = 7;
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
] as const;

/** Natural logarithm of the gamma function, for x ≥ 0.5 (all that degrees of freedom ask for). */
function logGamma(x: number): number {
  const shifted = x - 1;
  let sum: number = LANCZOS[0];
  for (let i = 1; i < LANCZOS.length; i++) sum += LANCZOS[i] / (shifted + i);
  const t = shifted + LANCZOS_G + 0.5;
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(t) - t + Math.log(sum);
}

function betaFraction(x: number, a: number, b: number): number {
  const tiny = 1e-300;
  const guarded = (value: number): number => (Math.abs(value) < tiny ? tiny : value);
  let c = 1;
  let d = 1 / guarded(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m <= 500; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / guarded(1 + even * d);
    c = guarded(1 + even / c);
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / guarded(1 + odd * d);
    c = guarded(1 + odd / c);
    const change = d * c;
    fraction *= change;
    if (Math.abs(change - 1) < 1e-14) break;
  }
  return fraction;
}

/** Regularized incomplete beta function I_x(a, b). */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x));
  // the fraction converges fast on one side of the mean only: the other side is reached by symmetry
  return x < (a + 1) / (a + b + 2)
    ? (front * betaFraction(x, a, b)) / a
    : 1 - (front * betaFraction(1 - x, b, a)) / b;
}

/**
 * Probability that |T| exceeds |t| by chance.
 *
 * @param degrees degrees of freedom, ≥ 1
 */
export function twoSidedP(t: number, degrees: number): number {
  if (!Number.isFinite(t)) return 0;
  return incompleteBeta(degrees / (degrees + t * t), degrees / 2, 0.5);
}

/**
 * The t for which |T| ≤ t holds with the given probability.
 *
 * @param confidence e.g. 0.95
 * @param degrees degrees of freedom, ≥ 1
 */
export function twoSidedQuantile(confidence: number, degrees: number): number {
  if (!(confidence > 0 && confidence < 1)) throw new RangeError(`confidence ${confidence} is not in (0, 1)`);
  if (!(degrees >= 1)) throw new RangeError(`degrees of freedom ${degrees} < 1`);
  const p = 1 - confidence;
  let low = 0;
  let high = 1;
  while (twoSidedP(high, degrees) > p) high *= 2;
  for (let step = 0; step < 100 && high - low > 1e-12 * high; step++) {
    const middle = (low + high) / 2;
    if (twoSidedP(middle, degrees) > p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
