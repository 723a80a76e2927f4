/** How long a test is, by number. `short` has to be enough for all that it asserts. */
export interface Rounds {
  readonly short: number;
  readonly full: number;
  /** For what takes many minutes. Default: `full`. */
  readonly soak?: number;
}

/**
 * Returns the number of times that a test repeats something: `full` if OFFLOOP_FULL is 1, as in `.ci/run`, `soak` if OFFLOOP_SOAK is 1, otherwise
 * `short`.
 */
export function rounds({ short, full, soak = full }: Rounds): number {
  if (process.env['OFFLOOP_SOAK'] === '1') return soak;
  return process.env['OFFLOOP_FULL'] === '1' ? full : short;
}
