import { describe, expect, it } from 'vitest';
import { createRandom, type Random } from '@offloop/tools/random';
import { compare, summarize, Verdict, type Pair } from '../src/stats.js';

const seed = Number(process.env['OFFLOOP_SEED'] ?? 20_260_101);

/** Box-Muller. */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}

interface Noise {
  /** Relative, of each process on its own. */
  readonly own: number;
  /** Relative, of what both processes of a pair see alike. */
  readonly shared: number;
}

function syntheticPairs(random: Random, count: number, factor: number, noise: Noise): Pair[] {
  return Array.from({ length: count }, () => {
    const level = 100_000 * Math.exp(noise.shared * normal(random));
    return {
      baseline: level * Math.exp(noise.own * normal(random)),
      candidate: factor * level * Math.exp(noise.own * normal(random)),
    };
  });
}

/** Share of many synthetic experiments that end in the verdict. */
function share(verdict: Verdict, pairs: number, factor: number, noise: Noise): number {
  const random = createRandom(seed);
  const experiments = 2000;
  let hits = 0;
  for (let i = 0; i < experiments; i++)
    if (compare(syntheticPairs(random, pairs, factor, noise))?.verdict === verdict) hits++;
  return hits / experiments;
}

/** Stars of three pairs whose log-ratios lie `ln(spread)` apart around `ln 1.1`. */
function starsAt(spread: number): string {
  return compare([1.1 * spread, 1.1, 1.1 / spread].map((candidate) => ({ baseline: 1, candidate })))!.stars;
}

describe(`the paired comparison (OFFLOOP_SEED=${seed})`, () => {
  it('reads "no difference" in about 95 of 100 A/A experiments, whatever the noise and the number of pairs', () => {
    for (const noise of [0.01, 0.1, 0.5])
      for (const pairs of [3, 7, 20]) {
        const same = share(Verdict.NO_DIFFERENCE, pairs, 1, { own: noise, shared: 0 });
        expect(same).toBeGreaterThan(0.93);
        expect(same).toBeLessThan(0.97);
      }
  });

  it('sees a planted slow-down of 10 % with 7 pairs of processes that spread by 4 %', () => {
    expect(share(Verdict.LOWER, 7, 0.9, { own: 0.04, shared: 0 })).toBeGreaterThan(0.95);
  });

  it('sees it also when the machine itself drifts by half between pairs, as both sides of a pair drift alike', () => {
    expect(share(Verdict.LOWER, 7, 0.9, { own: 0.04, shared: 0.5 })).toBeGreaterThan(0.95);
  });

  it('holds the true ratio in about 95 of 100 intervals', () => {
    const random = createRandom(seed);
    let covered = 0;
    for (let i = 0; i < 2000; i++) {
      const [low, high] = compare(syntheticPairs(random, 7, 2.5, { own: 0.1, shared: 0.2 }))!.interval!;
      if (low <= 2.5 && 2.5 <= high) covered++;
    }
    expect(covered / 2000).toBeGreaterThan(0.93);
    expect(covered / 2000).toBeLessThan(0.97);
  });

  it('says of two pairs by hand what pencil and paper say', () => {
    // log-ratios ln 2 and ln 8: mean ln 4, standard error ln 2, t(0.95, 1) = 12.706
    const result = compare([
      { baseline: 1, candidate: 2 },
      { baseline: 1, candidate: 8 },
    ])!;
    expect(result.ratio).toBeCloseTo(4, 12);
    expect(result.interval![0]).toBeCloseTo(4 * 2 ** -12.7062047, 6);
    expect(result.interval![1]).toBeCloseTo(4 * 2 ** 12.7062047, 0);
    expect(result.p).toBeCloseTo(1 - (2 / Math.PI) * Math.atan(2), 6);
    expect(result.verdict).toBe(Verdict.NO_DIFFERENCE);
  });

  it('turns around with its sides: twice as fast one way is half as fast the other way', () => {
    const random = createRandom(seed);
    const pairs = syntheticPairs(random, 7, 1.3, { own: 0.1, shared: 0.1 });
    const there = compare(pairs)!;
    const back = compare(
      pairs.map(({ baseline, candidate }) => ({ baseline: candidate, candidate: baseline })),
    )!;
    expect(back.ratio).toBeCloseTo(1 / there.ratio, 12);
    expect(back.interval![0]).toBeCloseTo(1 / there.interval![1], 12);
    expect(back.p).toBeCloseTo(there.p!, 12);
  });

  it('gives as many stars as Node core does: three below 0.001, two below 0.01, one below 0.05', () => {
    // standard error = ln(spread)/√3, two degrees of freedom: critical t are 31.6, 9.92 and 4.30
    expect(starsAt(1.004)).toBe('***');
    expect(starsAt(1.012)).toBe('**');
    expect(starsAt(1.03)).toBe('*');
    expect(starsAt(1.05)).toBe('');
  });

  it('is certain of identical pairs, one way or the other', () => {
    const same = { baseline: 7, candidate: 7 };
    expect(compare([same, same, same])).toMatchObject({
      ratio: 1,
      p: 1,
      stars: '',
      verdict: Verdict.NO_DIFFERENCE,
    });
    const twice = { baseline: 7, candidate: 14 };
    expect(compare([twice, twice])).toMatchObject({ p: 0, stars: '***', verdict: Verdict.HIGHER });
  });

  it('decides nothing from a single pair', () => {
    expect(compare([{ baseline: 1, candidate: 5 }])).toEqual({
      pairs: 1,
      ratio: 5,
      interval: null,
      p: null,
      stars: '',
      verdict: Verdict.UNDECIDED,
    });
  });

  it('has no ratio where a side lacks the figure or a value is zero', () => {
    expect(compare([])).toBeNull();
    expect(compare([{ baseline: null, candidate: 1 }])).toBeNull();
    expect(
      compare([
        { baseline: 1, candidate: 1 },
        { baseline: 0, candidate: 1 },
      ]),
    ).toBeNull();
    expect(compare([{ baseline: 1, candidate: Number.NaN }])).toBeNull();
  });
});

it('summarizes the runs that have the figure by quartiles as R does, and leaves its argument alone', () => {
  const values = [100, 9, null, 20];
  expect(summarize(values)).toEqual({ runs: 3, median: 20, low: 14.5, high: 60 });
  expect(values).toEqual([100, 9, null, 20]);
  expect(summarize([8, 1, 4, 2])).toEqual({ runs: 4, median: 3, low: 1.75, high: 5 });
  expect(summarize([Infinity, Infinity])).toMatchObject({ median: Infinity });
  expect(summarize([null, null])).toBeNull();
});
