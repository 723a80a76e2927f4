/**
 * Returns the seed of a random test: `OFFLOOP_SEED` if it is set, otherwise a fresh one. It is always printed, because a failure that
 * cannot be repeated is a rumour.
 *
 * @param test name of the test, for the output
 */
export function seedOf(test: string): number {
  const given = process.env['OFFLOOP_SEED'];
  const seed = given === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(given);
  if (!Number.isInteger(seed)) throw new Error(`OFFLOOP_SEED must be an integer, got ${given}`);
  console.log(`${test}: OFFLOOP_SEED=${seed}`);
  return seed;
}
