/** A result too long to be made in one go: it takes several slices of the caller's time. */
export abstract class SlicedResult {
  /** The finished result. */
  abstract get value(): unknown;

  /**
   * Works until all is done or the time has come, but one step at least.
   *
   * @param until by `monotonicNow()`. @returns whether all is done. Throws what the call rejects with.
   */
  abstract advance(until: number): boolean;
}
