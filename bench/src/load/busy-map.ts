import type { BenchMap } from '../clients/client.js';

/**
 * Makes a map whose caller works on each answer, on its own thread, as applications do. @param millis time of work on each answer, in ms
 */
export function busyMap(map: BenchMap, millis: number): BenchMap {
  const worked = async <T>(call: Promise<T>): Promise<T> => {
    const answer = await call;
    work(millis);
    return answer;
  };
  return {
    get: (key) => worked(map.get(key)),
    set: (key, value) => worked(map.set(key, value)),
  };
}

/** Holds the calling thread for this many milliseconds. */
export function work(millis: number): void {
  const until = performance.now() + millis;
  while (performance.now() < until);
}
