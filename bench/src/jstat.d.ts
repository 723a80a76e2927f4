/** The few functions of `jstat` that are used; the package brings no types. */
declare module 'jstat' {
  const jStat: {
    readonly studentt: {
      /** Returns the probability that T is at most `t`. */
      cdf(t: number, degrees: number): number;
      /** Returns the t that T does not exceed with this probability. */
      inv(p: number, degrees: number): number;
    };
  };
  export default jStat;
}
