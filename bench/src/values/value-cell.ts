import { isDeepStrictEqual } from 'node:util';
import type { Cell } from '../experiment.js';
import { check, type Call, type CallCell } from '../load/call-load.js';
import type { ValueClasses } from './products.js';
import type { ValueClient, ValueMap } from './value-client.js';

export const KB = 1024;
export const MB: number = 1024 * KB;

/**
 * One answer in this many is kept, and compared in full when nothing is measured any more; the others are checked by their length and one
 * spot. A prime, so that every key has its turn.
 */
const KEPT_EVERY = 61;

export type ValueCell = CallCell<ValueClient>;

export interface SizedCell extends Cell {
  readonly concurrency: number;
  /** Approximate size of one value, in bytes. */
  readonly bytes: number;
  readonly timed?: boolean;
  /** Number of keys. Default: as many as fit 16 MB, at most 64. */
  readonly keys?: number;
}

type Fill = (map: ValueMap, seed: number, client: ValueClient, mapName: string) => Promise<Call>;

/** Returns the `prepare` of a cell on a map of its own, which is cleared at the end: the next cell's values need the member's memory. */
export function onMap(fill: Fill): ValueCell['prepare'] {
  return async (client, name, seed) => {
    const map = await client.getMap(name);
    const call = await fill(map, seed, client, name);
    return { call, end: () => map.clear() };
  };
}

/** A kind of values: how to make, check and compare them. */
export interface Kind<V> {
  /** Makes a value. @param classes the client's own classes, for a value that holds an object of one */
  readonly make: (seed: number, classes: ValueClasses) => V;
  /** Returns true if the length and one spot, which `turn` chooses, are right. */
  readonly looksRight: (value: V, expected: V, turn: number) => boolean;
  /** Returns true if two values are equal. Default: deep equality. */
  readonly equals?: (value: V, expected: V) => boolean;
}

/** A function that puts the values of a cell into its map. */
type Put<V> = (client: ValueClient, mapName: string, entries: readonly [string, V][]) => Promise<void>;

/** Makes a cell of gets. @param put puts the values into the map. Default: by the client that is measured */
export function getCell<V>(cell: SizedCell, kind: Kind<V>, put: Put<V> = putEach): ValueCell {
  const { make, looksRight, equals = isDeepStrictEqual } = kind;
  return {
    ...cell,
    prepare: async (client, name, seed) => {
      const map = await client.getMap(name);
      const values = Array.from({ length: keysOf(cell) }, (_, i) => make(seed + i, client.classes));
      await put(
        client,
        name,
        values.map((value, i) => [keyOf(i), value]),
      );
      const kept = new Map<number, V>();
      return {
        call: async (turn) => {
          const index = turn % values.length;
          const value = (await map.get(keyOf(index))) as V;
          check(looksRight(value, values[index], turn), `${cell.id}, ${keyOf(index)}`);
          if (turn % KEPT_EVERY === 0) kept.set(index, value);
        },
        end: async () => {
          for (const [index, value] of kept)
            check(equals(value, values[index]), `${cell.id}, ${keyOf(index)}`);
          await map.clear();
        },
      };
    },
  };
}

/** Makes a cell of sets, by turns of two values for each key. At the end each key must have the one that was set last. */
export function setCell<V>(cell: SizedCell, { make, equals = isDeepStrictEqual }: Kind<V>): ValueCell {
  return {
    ...cell,
    prepare: async (client, name, seed) => {
      const map = await client.getMap(name);
      const count = keysOf(cell);
      const values = Array.from({ length: 2 * count }, (_, i) => make(seed + i, client.classes));
      const last = Array.from({ length: count }, (_, i) => i);
      for (const index of last) await map.set(keyOf(index), values[index]);
      let calls = 0;
      return {
        call: async (turn) => {
          const index = turn % count;
          const chosen = index + (calls++ % 2) * count;
          last[index] = chosen;
          await map.set(keyOf(index), values[chosen]);
        },
        end: async () => {
          for (const [index, chosen] of last.entries()) {
            const value = (await map.get(keyOf(index))) as V;
            check(equals(value, values[chosen]), `${cell.id}, ${keyOf(index)}`);
          }
          await map.clear();
        },
      };
    },
  };
}

const keyOf = (index: number): string => `key-${index}`;

function keysOf({ bytes, keys }: SizedCell): number {
  return keys ?? Math.max(1, Math.min(64, Math.floor((16 * MB) / bytes)));
}

async function putEach(
  client: ValueClient,
  mapName: string,
  entries: readonly [string, unknown][],
): Promise<void> {
  const map = await client.getMap(mapName);
  for (const [key, value] of entries) await map.set(key, value);
}
