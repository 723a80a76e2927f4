/** The little that is used of it; the package brings no types. */
declare module 'jstat' {
  const jStat: {
    readonly studentt: {
      /** Probability that T is at most `t`. */
      cdf(t: number, degrees: number): number;
      /** The t that T is at most with this probability. */
      inv(p: number, degrees: number): number;
    };
  };
  export default jStat;
}
