import { setImmediate as turn } from 'node:timers/promises';
import { LockContext, Predicates, type CallOptions, type Client } from 'offloop';

import { fn } from '../../transforms/support/functions.js';
import { recordOf } from '../../calls/schemas/employee.js';
import type { Config } from './client-bench.js';

/** Something that may be asked for many times at once. */
export interface Ask {
  /** One of the calls. @param options where it takes some. */
  readonly call: (index: number, options?: CallOptions) => unknown;
  /** Brings what calls may wait for in vain because others have failed. */
  readonly help?: (calls: number) => Promise<unknown>;
}

type Call = Ask['call'];

/** Whether it is the caller of an odd number: those of even ones bring what they wait for. */
const waits = (index: number): boolean => index % 2 === 1;

async function read(list: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of list);
}

/** What gives what comes later. */
const asks: Readonly<Record<string, (client: Client, name: string) => Promise<Call | Ask>>> = {
  ids: async (client, name) => {
    const ids = await client.getFlakeIdGenerator(name);
    return (_, options) => ids.newId(options);
  },
  'ids that are fetched one by one': async (client, name) => {
    const ids = await client.getFlakeIdGenerator(`single-${name}`);
    return (_, options) => ids.newId(options);
  },
  'ids of batches that are soon over': async (client, name) => {
    const ids = await client.getFlakeIdGenerator(`brief-${name}`);
    return (_, options) => ids.newId(options);
  },
  'one key of a near cache': async (client, name) => {
    const map = await client.getMap(`near-${name}`);
    await map.set('k', 'v');
    return (_, options) => map.get('k', options);
  },
  'the same keys of a near cache, which change': async (client, name) => {
    const map = await client.getMap(`near-${name}`);
    return (index, options) =>
      index % 3 === 0
        ? map.set('k', index, undefined, undefined, options)
        : map.getAll(['k', 'l', 'm'], options);
  },
  'the same object': (client, name) =>
    Promise.resolve((_: number, options?: CallOptions) => client.getMap(name, options)),
  'many objects': (client, name) =>
    Promise.resolve((index: number, options?: CallOptions) => client.getSet(`${name} ${index}`, options)),
  'objects that are destroyed and made again': (client, name) =>
    Promise.resolve(async (_: number, options?: CallOptions) => {
      const list = await client.getList(name, options);
      await list.destroy();
    }),
  'the list of all objects': (client) => Promise.resolve(() => client.getDistributedObjects()),
  'listeners that come and go': async (client, name) => {
    const map = await client.getMap(name);
    return async () => map.removeEntryListener(await map.addEntryListener({ added: () => undefined }));
  },
  'listeners of a reliable topic that come and go': async (client, name) => {
    const topic = await client.getReliableTopic(name);
    return async () => {
      const id = topic.addMessageListener(() => undefined);
      await turn();
      topic.removeMessageListener(id);
    };
  },
  'messages, where there is room for few': async (client, name) => {
    const topic = await client.getReliableTopic(name);
    topic.addMessageListener(() => undefined);
    return (index, options) => topic.publish(index, options);
  },
  'items that come to a queue': async (client, name) => {
    const queue = await client.getQueue(name);
    return {
      call: (index: number) => (waits(index) ? queue.take() : queue.put(index)),
      help: (calls: number) => queue.addAll(Array.from({ length: calls }, (_, i) => i)),
    };
  },
  'items that come to a ring buffer': async (client, name) => {
    const ring = await client.getRingbuffer(name);
    return {
      call: (index: number, options?: CallOptions) =>
        waits(index) ? ring.readMany(0, 1, 10, null, options) : ring.add(index, undefined, options),
      help: () => ring.add('the last'),
    };
  },
  'a lock': async (client, name) => {
    const map = await client.getMap(name);
    return () =>
      LockContext.run(async () => {
        await map.lock('k');
        await map.unlock('k');
      });
  },
  'lists that are read lazily': async (client, name) => {
    const map = await client.getMap(name);
    await map.setAll(Array.from({ length: 300 }, (_, i) => [i, { i }]));
    return async (_, options) => read(await map.values(options));
  },
  'one list that is read lazily': async (client, name) => {
    const map = await client.getMap(name);
    await map.setAll(Array.from({ length: 300 }, (_, i) => [i, { i }]));
    const steps = (await map.values())[Symbol.asyncIterator]();
    return () => steps.next();
  },
  'pages by one predicate': async (client, name) => {
    const map = await client.getMap<number, number>(name);
    await map.setAll(Array.from({ length: 30 }, (_, i) => [i, i]));
    const predicate = Predicates.paging(Predicates.alwaysTrue(), 7);
    return (index, options) => {
      predicate.setPage(index % 6);
      return map.keySetWithPredicate(predicate, options);
    };
  },
  'a schema that the cluster does not have': async (client, name) => {
    const map = await client.getMap(name);
    return (index, options) => map.set(index, recordOf(name, index), undefined, undefined, options);
  },
  'the value of a counter': async (client, name) => {
    const counter = await client.getPNCounter(name);
    return (_, options) => counter.incrementAndGet(options);
  },
  'what functions make in other threads': async (client, name) => {
    const map = await client.getMap(name);
    await map.set('k', { a: 1 });
    return (index) =>
      waits(index) ? map.getAllTransformed(['k', 'l'], fn('kindOf')) : map.getTransformed('k', fn('kindOf'));
  },
  'a diagnosis': (client) => Promise.resolve(() => client.diagnose()),
};

/** The names of them. */
export const ASKS: readonly string[] = Object.keys(asks);

/** One of them, with a client, and the name of an object that nobody else uses. */
export async function askOf(what: string, client: Client, name: string): Promise<Ask> {
  const ask = await asks[what](client, name);
  return typeof ask === 'function' ? { call: ask } : ask;
}

/** What a client needs to be asked for all of it. */
export const ASKED_CONFIG: Config = {
  flakeIdGenerators: {
    'single-*': { prefetchCount: 1 },
    'brief-*': { prefetchCount: 10, prefetchValidityMillis: 1 },
  },
  nearCaches: { 'near-*': {} },
  runtime: { transforms: { threads: 2, maxQueue: 10_000 } },
};
