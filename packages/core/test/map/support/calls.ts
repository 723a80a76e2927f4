import type { AnyMap } from '../../cluster/support/both-clients.js';
import { comparable, outcome } from '../../cluster/support/comparable.js';

/** Each is one call, made with the same arguments by each client on a map of its own. */
const CALLS: readonly (readonly [name: string, ...args: unknown[]])[] = [
  ['get', 'k'],
  ['put', 'k', 'a'],
  ['put', 'k', 'b'],
  ['set', 'k', 'c'],
  ['get', 'k'],
  ['putIfAbsent', 'k', 'd'],
  ['putIfAbsent', 'l', 'd'],
  ['putIfAbsent', 'm', 'd', 100_000],
  ['putIfAbsent', 'n', 'd', 100_000, 50_000],
  ['put', 'o', 1, 100_000],
  ['put', 'o', 2, 100_000, 50_000],
  ['set', 'p', 1, 100_000],
  ['set', 'p', 2, 0, 50_000],
  ['replace', 'k', 'e'],
  ['replace', 'nobody', 'e'],
  ['replaceIfSame', 'k', 'x', 'f'],
  ['replaceIfSame', 'k', 'e', 'f'],
  ['replaceIfSame', 'nobody', 'e', 'f'],
  ['tryPut', 'k', 'g', 1000],
  ['tryPut', 'q', 'g', 0],
  ['tryRemove', 'q', 1000],
  ['tryRemove', 'q', 1000],
  ['containsKey', 'k'],
  ['containsKey', 'nobody'],
  ['size'],
  ['isEmpty'],
  ['setTtl', 'k', 100_000],
  ['setTtl', 'nobody', 100_000],
  ['getEntryView', 'k'],
  ['getEntryView', 'o'],
  ['getEntryView', 'p'],
  ['getEntryView', 'nobody'],
  [
    'putAll',
    [
      ['r', 1],
      ['s', { t: 2 }],
    ],
  ],
  ['setAll', [['u', [1, 2]]]],
  ['getAll', ['r', 's', 'u', 'nobody']],
  ['getAll', []],
  ['putAll', []],
  ['keySet'],
  ['values'],
  ['entrySet'],
  ['remove', 'k'],
  ['remove', 'k'],
  ['remove', 'l', 'x'],
  ['remove', 'l', 'd'],
  ['delete', 'm'],
  ['delete', 'm'],
  ['evict', 'o'],
  ['evict', 'o'],
  ['size'],
  ['evictAll'],
  ['size'],
  ['isEmpty'],
  ['set', 'v', 1],
  ['clear'],
  ['clear'],
  ['isEmpty'],
  ['getAll', ['v']],
  ['entrySet'],
  ['values'],
  ['keySet'],
];

/** Two maps at two moments: names and times differ, and sets have no order. */
function levelled(name: string, result: unknown): unknown {
  const { resolved } = result as { resolved?: unknown };
  if (Array.isArray(resolved)) return { resolved: resolved.map((each) => JSON.stringify(each)).sort() };
  if (name === 'getEntryView' && resolved !== null) {
    const times = ['creationTime', 'lastAccessTime', 'lastStoredTime', 'lastUpdateTime', 'expirationTime'];
    const fields = Object.entries(resolved as object).map(([field, value]) => [
      field,
      times.includes(field) ? 'a time' : value,
    ]);
    return { resolved: Object.fromEntries(fields) };
  }
  return result;
}

/** Makes all calls on a map that nobody else uses. @returns what came of each, comparable. */
export async function madeOn(map: AnyMap): Promise<unknown[]> {
  const results: unknown[] = [];
  for (const [name, ...args] of CALLS) {
    results.push([name, ...args.map(comparable), levelled(name, await outcome(map[name](...args)))]);
  }
  return results;
}
