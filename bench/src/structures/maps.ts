import { check } from '../load/call-load.js';
import { clearing, ITEMS, type StructureWork } from './structure-cell.js';

const KEYS: readonly string[] = Array.from({ length: 64 }, (_, i) => `key-${i}`);

/** Number of values of a key of a multimap that is only read. */
const VALUES = 4;

const multiMapPut: StructureWork = {
  id: 'multimap-put',
  title: 'multimap, put',
  prepare: async (client, name) => {
    const map = await client.getMultiMap<string, string>(name);
    let calls = 0;
    let changed = 0;
    const put = async (number: number): Promise<void> => {
      calls++;
      if (await map.put(KEYS[number % KEYS.length], ITEMS[number % ITEMS.length])) changed++;
    };
    return {
      call: clearing(put, () => map.clear()),
      end: async () => {
        // Around a clearing, some values are put again while they are still there.
        check(changed > 0.9 * calls, 'put of a value that was not there');
        await map.destroy();
      },
    };
  },
};

const multiMapGet: StructureWork = {
  id: 'multimap-get',
  title: `multimap, get of ${VALUES} values`,
  prepare: async (client, name) => {
    const map = await client.getMultiMap<string, string>(name);
    const valuesOf = (index: number): readonly string[] => ITEMS.slice(index * VALUES, (index + 1) * VALUES);
    const expected = KEYS.map((_, index) => new Set<string | undefined>(valuesOf(index)));
    for (const [index, key] of KEYS.entries())
      for (const value of valuesOf(index)) check(await map.put(key, value), 'put');
    return {
      call: async (turn) => {
        const index = turn % KEYS.length;
        const values = (await map.get(KEYS[index])).toArray();
        check(values.length === VALUES && expected[index].has(values[turn % VALUES]), 'get');
      },
      end: () => map.destroy(),
    };
  },
};

const replicatedMapPut: StructureWork = {
  id: 'replicated-map-put',
  title: 'replicated map, put',
  prepare: async (client, name) => {
    const map = await client.getReplicatedMap<string, string>(name);
    const last = new Map<string, string>();
    let calls = 0;
    return {
      call: async (turn) => {
        const key = KEYS[turn % KEYS.length];
        const value = ITEMS[calls++ % ITEMS.length];
        last.set(key, value);
        await map.put(key, value);
      },
      end: async () => {
        for (const [key, value] of last) check((await map.get(key)) === value, 'put');
        await map.destroy();
      },
    };
  },
};

const replicatedMapGet: StructureWork = {
  id: 'replicated-map-get',
  title: 'replicated map, get',
  prepare: async (client, name) => {
    const map = await client.getReplicatedMap<string, string>(name);
    for (const [index, key] of KEYS.entries()) await map.put(key, ITEMS[index]);
    return {
      call: async (turn) => {
        const index = turn % KEYS.length;
        check((await map.get(KEYS[index])) === ITEMS[index], 'get');
      },
      end: () => map.destroy(),
    };
  },
};

export const MAPS: readonly StructureWork[] = [multiMapPut, multiMapGet, replicatedMapPut, replicatedMapGet];
