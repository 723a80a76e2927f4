export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

/**
 * Returns the 95 % interval of a median, for any distribution: a value is as likely above the median as below it, so the ranks follow from
 * tosses of a coin. Undefined for fewer than six values, which say nothing that is so sure.
 */
export function medianInterval(values: readonly number[]): readonly [from: number, to: number] | undefined {
  const count = values.length;
  let rank = 0;
  let chance = 2 ** -count;
  for (let below = chance; 2 * below <= 0.05; below += chance) {
    rank++;
    chance *= (count - rank + 1) / rank;
  }
  const sorted = values.toSorted((a, b) => a - b);
  return rank === 0 ? undefined : [sorted[rank - 1], sorted[count - rank]];
}
