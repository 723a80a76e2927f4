/** A mistake that somebody could have made: one place in the built code, changed. */
export interface Mutation {
  /** What is wrong once the mistake is planted, in a few words. */
  readonly name: string;
  readonly area: string;
  /** Below `packages`. */
  readonly file: string;
  /** Must be in the file exactly once. */
  readonly from: string;
  readonly to: string;
}
