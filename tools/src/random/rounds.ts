/**
 * How often a test repeats what takes long by number: `full` times where OFFLOOP_FULL is 1, as in `.ci/run`, otherwise `short` times,
 * which has to be enough for all that the test asserts.
 */
export function rounds({ short, full }: { readonly short: number; readonly full: number }): number {
  return process.env['OFFLOOP_FULL'] === '1' ? full : short;
}
