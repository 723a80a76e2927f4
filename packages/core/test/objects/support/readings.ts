import type { Client } from 'offloop';

type Maker =
  'getMap' | 'getReplicatedMap' | 'getMultiMap' | 'getList' | 'getSet' | 'getQueue' | 'getRingbuffer';
type Made<M extends Maker> = Awaited<ReturnType<Client[M]>>;

/** Who puts values into an object of this name, and who reads them. */
export interface Sides {
  readonly writer: Client;
  readonly reader: Client;
  readonly name: string;
}

/** Puts values there, and resolves to what the reader finds. */
export type Way = (sides: Sides, values: readonly unknown[]) => Promise<readonly unknown[]>;

/** The first has the key 1. */
const byKey = (values: readonly unknown[]): [number, unknown][] => values.map((value, i) => [i + 1, value]);

const FILL: {
  readonly [M in Maker]: (made: Made<M>, values: readonly unknown[]) => Promise<unknown>;
} = {
  getMap: (map, values) => map.putAll(byKey(values)),
  getReplicatedMap: (map, values) => map.putAll(byKey(values)),
  getMultiMap: (map, values) => map.putAll([[0, [...values]]]),
  getList: (list, values) => list.addAll([...values]),
  getSet: (set, values) => set.addAll([...values]),
  getQueue: (queue, values) => queue.addAll([...values]),
  getRingbuffer: (ring, values) => ring.addAll([...values]),
};

const make = <M extends Maker>(client: Client, maker: M, name: string): Promise<Made<M>> =>
  (client as unknown as Record<M, (name: string) => Promise<Made<M>>>)[maker](name);

/** Has a structure read in some way. */
export const on =
  <M extends Maker>(maker: M, read: (made: Made<M>, count: number) => Promise<readonly unknown[]>): Way =>
  async ({ writer, reader, name }, values) => {
    await FILL[maker](await make(writer, maker, name), values);
    return read(await make(reader, maker, name), values.length);
  };

/** Each way that values come in a list; in their order from lists, queues and ring buffers. */
export const lists: Readonly<Record<string, Way>> = {
  'map: getAll': on('getMap', async (map, count) =>
    (await map.getAll(Array.from({ length: count }, (_, i) => i + 1))).map(([, value]) => value),
  ),
  'map: values': on('getMap', async (map) => (await map.values()).toArray()),
  'map: entrySet': on('getMap', async (map) => (await map.entrySet()).map(([, value]) => value)),
  'replicated map: values': on('getReplicatedMap', async (map) => (await map.values()).toArray()),
  'replicated map: values in order': on('getReplicatedMap', async (map) =>
    (await map.values(() => 0)).toArray(),
  ),
  'replicated map: entrySet': on('getReplicatedMap', async (map) =>
    (await map.entrySet()).map(([, value]) => value),
  ),
  'multimap: get': on('getMultiMap', async (map) => (await map.get(0)).toArray()),
  'multimap: values': on('getMultiMap', async (map) => (await map.values()).toArray()),
  'multimap: entrySet': on('getMultiMap', async (map) => (await map.entrySet()).map(([, value]) => value)),
  'multimap: removeAll': on('getMultiMap', async (map) => (await map.removeAll(0)).toArray()),
  'list: toArray': on('getList', (list) => list.toArray()),
  'list: subList': on('getList', async (list, count) => (await list.subList(0, count)).toArray()),
  'set: toArray': on('getSet', (set) => set.toArray()),
  'queue: toArray': on('getQueue', (queue) => queue.toArray()),
  'queue: drainTo': on('getQueue', async (queue) => {
    const items: unknown[] = [];
    await queue.drainTo(items);
    return items;
  }),
  'ring buffer: readMany': on('getRingbuffer', async (ring, count) => [
    ...(await ring.readMany(0, count, count)),
  ]),
};
