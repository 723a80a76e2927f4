import { setImmediate as nextTurn } from 'node:timers/promises';
import { SLICE_MILLIS } from '../runtime/drain-budget.js';

/** Keys between two looks at the clock. */
const STRIDE = 256;

/**
 * Adds keys, which serializes them, one after another. Many take several turns of the loop, but only where nobody can tell:
 * an object is added before the first turn ends, since it may be changed right after the call. A call that takes several
 * turns may see writes that are called after it.
 *
 * @param add throws what the call rejects with.
 * @returns undefined when all are added already.
 */
export function addInSlices(
  keys: readonly unknown[],
  add: (key: unknown) => void,
): Promise<void> | undefined {
  const done = addUntil(keys, 0, add, performance.now() + SLICE_MILLIS);
  if (done === keys.length) return undefined;
  const rest = keys.slice(done);
  if (rest.every(isImmutable)) return addRest(rest, add);
  addUntil(rest, 0, add, Infinity);
  return undefined;
}

async function addRest(keys: readonly unknown[], add: (key: unknown) => void): Promise<void> {
  let done = 0;
  while (done < keys.length) {
    // One slice a turn is the point.
    // oxlint-disable-next-line no-await-in-loop
    await nextTurn();
    done = addUntil(keys, done, add, performance.now() + SLICE_MILLIS);
  }
}

/** @returns the index of the first key that is left. */
function addUntil(
  keys: readonly unknown[],
  from: number,
  add: (key: unknown) => void,
  until: number,
): number {
  for (let index = from; index < keys.length;) {
    const last = Math.min(keys.length, index + STRIDE);
    for (; index < last; index++) add(keys[index]);
    if (performance.now() >= until) return index;
  }
  return keys.length;
}

function isImmutable(key: unknown): boolean {
  return (typeof key !== 'object' && typeof key !== 'function') || key === null;
}
