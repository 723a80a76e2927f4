/** Runs of each property. */
export const numRuns = 300;
