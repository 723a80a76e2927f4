import { performance } from 'node:perf_hooks';
import type { BenchClient } from './client.js';

/** Calls between two looks at how busy the loop was. */
const LOOK_EVERY = 64;

/**
 * The same client, dearer: after every few calls the caller's thread spins for a share of the time that its loop was busy since the
 * last look. What the harness must see is then known: main-thread µs/op × (1 + share).
 */
export function slowed(client: BenchClient, share: number): BenchClient {
  let calls = 0;
  let last = performance.eventLoopUtilization();
  const burden = (): void => {
    if (++calls % LOOK_EVERY !== 0) return;
    const { active } = performance.eventLoopUtilization(last);
    const end = performance.now() + active * share;
    while (performance.now() < end);
    // a new start, so that the burden is not itself burdened
    last = performance.eventLoopUtilization();
  };
  return {
    ...client,
    getMap: async (name) => {
      const map = await client.getMap(name);
      return {
        get: (key) => {
          burden();
          return map.get(key);
        },
        set: (key, value) => {
          burden();
          return map.set(key, value);
        },
      };
    },
  };
}
