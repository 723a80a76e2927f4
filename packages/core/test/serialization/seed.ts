/** The seed of this file's random tests: OFFLOOP_SEED, or a new one; fast-check prints it when a property fails. */
export const seed: number = Number(process.env['OFFLOOP_SEED'] ?? Date.now() % 0x7fff_ffff) | 0;

/** Runs of each property. */
export const numRuns = 300;
