// What this process had before the simulation took its place. Must be loaded before `globals.ts` replaces it.
export const realNow: () => number = performance.now.bind(performance);
export const realNextTick: typeof process.nextTick = process.nextTick.bind(process);
export const realSetImmediate: typeof setImmediate = setImmediate;
