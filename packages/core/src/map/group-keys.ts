import { setImmediate as nextTurn } from 'node:timers/promises';
import { SLICE_MILLIS } from '../runtime/drain-budget.js';

/** A serialized key and the partition it belongs to. */
export interface PlacedKey {
  readonly partitionId: number;
  readonly data: Buffer;
}

/** Keys between two looks at the clock. */
const STRIDE = 256;

/**
 * Serializes keys and groups them by partition. Many take several turns of the loop, but only where nobody can tell: an
 * object is serialized before the first turn ends, since it may be changed right after the call. A call that takes several
 * turns may see writes that are called after it.
 *
 * @param place throws what the call rejects with.
 */
export function groupKeys(
  keys: readonly unknown[],
  place: (key: unknown) => PlacedKey,
): Map<number, Buffer[]> | Promise<Map<number, Buffer[]>> {
  const groups = new Map<number, Buffer[]>();
  const done = addUntil(groups, keys, 0, place, performance.now() + SLICE_MILLIS);
  if (done === keys.length) return groups;
  const rest = keys.slice(done);
  if (rest.every(isImmutable)) return inSlices(groups, rest, place);
  addUntil(groups, rest, 0, place, Infinity);
  return groups;
}

async function inSlices(
  groups: Map<number, Buffer[]>,
  keys: readonly unknown[],
  place: (key: unknown) => PlacedKey,
): Promise<Map<number, Buffer[]>> {
  let done = 0;
  while (done < keys.length) {
    // One slice a turn is the point.
    // oxlint-disable-next-line no-await-in-loop
    await nextTurn();
    done = addUntil(groups, keys, done, place, performance.now() + SLICE_MILLIS);
  }
  return groups;
}

/** @returns the index of the first key that is left. */
function addUntil(
  groups: Map<number, Buffer[]>,
  keys: readonly unknown[],
  from: number,
  place: (key: unknown) => PlacedKey,
  until: number,
): number {
  for (let index = from; index < keys.length;) {
    const last = Math.min(keys.length, index + STRIDE);
    for (; index < last; index++) {
      const { partitionId, data } = place(keys[index]);
      addToGroup(groups, partitionId, data);
    }
    if (performance.now() >= until) return index;
  }
  return keys.length;
}

export function addToGroup<T>(groups: Map<number, T[]>, partitionId: number, item: T): void {
  const group = groups.get(partitionId);
  if (group === undefined) groups.set(partitionId, [item]);
  else group.push(item);
}

function isImmutable(key: unknown): boolean {
  return (typeof key !== 'object' && typeof key !== 'function') || key === null;
}
