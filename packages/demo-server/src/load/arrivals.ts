import { randomFrom } from '../catalogue/random.js';

/** Gaps until they repeat. A prime, so that each request of a plan meets other ones; few, so that the rate holds in any second. */
const GAPS = 61;
const SEED = 1;

/**
 * When requests arrive: independently of one another, as those of many people do, so that some come together and at times
 * nobody comes. The gaps are exponentially distributed, the same in every run, and on average the rate's.
 *
 * @param rate requests a second. @returns milliseconds to the next arrival, one after the other, without end.
 */
export function* arrivalGaps(rate: number): Generator<number, never> {
  const random = randomFrom(SEED);
  const gaps = Array.from({ length: GAPS }, () => -Math.log(1 - random.next()));
  const millis = (1_000 * GAPS) / rate / gaps.reduce((sum, gap) => sum + gap, 0);
  for (;;) for (const gap of gaps) yield gap * millis;
}
