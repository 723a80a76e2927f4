/** A result that is made in several steps, since it is too long for one turn of the caller's loop. */
export abstract class SlicedResult {
  abstract get value(): unknown;

  /**
   * Works until the result is finished or the time is over, but does at least one step. An error that it throws rejects the call.
   *
   * @param until a time of `monotonicNow()`. @returns true if the result is finished.
   */
  abstract advance(until: number): boolean;
}
