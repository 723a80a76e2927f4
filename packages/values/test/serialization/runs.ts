import { rounds } from '@offloop/tools';

/** Runs of each property. */
export const numRuns: number = rounds({ short: 100, full: 300 });
