/** Several measurements of the same thing. */
export type Spread = { readonly median: number; readonly least: number; readonly most: number };

/** Undefined when there is nothing, or not in every round. */
export function spreadOf(values: readonly (number | undefined)[]): Spread | undefined {
  const known = values.filter((value) => value !== undefined).toSorted((a, b) => a - b);
  if (known.length === 0 || known.length < values.length) return undefined;
  const middle = known.length >> 1;
  const median = known.length % 2 === 1 ? known[middle] : (known[middle - 1] + known[middle]) / 2;
  return { median, least: known[0], most: known[known.length - 1] };
}

/** One's values divided by the other's, round by round: what both met in a round cancels out. */
export function ratios(
  ones: readonly (number | undefined)[],
  others: readonly (number | undefined)[],
): (number | undefined)[] {
  return ones.map((one, round) => {
    const other = others[round];
    // Nothing against nothing says nothing; something against nothing is infinitely more.
    if (one === undefined || other === undefined || (one === 0 && other === 0)) return undefined;
    return one / other;
  });
}
