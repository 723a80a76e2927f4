import {
  startRealCluster,
  startRealMember,
  type RealCluster,
  type RealMember,
  type RealMemberOptions,
} from '@offloop/tools';
import { afterAll, beforeAll } from 'vitest';

/**
 * Starts something before the tests of the file or block, and ends it after them. @returns what stands for it in tests: files are loaded
 * also where they are not run.
 */
export function forTests<T extends object>(
  start: () => Promise<T>,
  end?: (started: T) => Promise<unknown>,
): T {
  let started: T | undefined;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(async () => started && end?.(started));
  return new Proxy({} as T, {
    get: (_, name) => {
      const value: unknown = Reflect.get(started!, name, started);
      return typeof value === 'function' ? (value.bind(started) as unknown) : value;
    },
  });
}

/** A real member of the file's own. */
export function realMember(options?: RealMemberOptions): RealMember {
  return forTests(
    () => startRealMember(options),
    (member) => member.kill(),
  );
}

/** Real members of the file's own, with small heaps. */
export function realCluster(size: number, options?: RealMemberOptions): RealCluster {
  return forTests(
    () => startRealCluster(size, { heap: '256m', ...options }),
    (cluster) => cluster.kill(),
  );
}
