/**
 * Returns the number of times that a test repeats something: `full` if OFFLOOP_FULL is 1, as in `.ci/run`, otherwise `short`, which has to
 * be enough for all that the test asserts.
 */
export function rounds({ short, full }: { readonly short: number; readonly full: number }): number {
  return process.env['OFFLOOP_FULL'] === '1' ? full : short;
}
