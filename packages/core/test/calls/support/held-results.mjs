// What a client holds of results that nobody has any more. Arguments: the member's address, `runtime.workers`, 'structures' or 'sql',
// and the most bytes that are nothing. Prints of each kind of result the bytes held after it, and whether the result itself is there. Needs --expose-gc.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { Client, defineTransform, Predicates, Projections } from 'offloop';

const [address, workers, of, mostHeld] = process.argv.slice(2);
const ENTRIES = 2000;
const BYTES = 2000;
const COLLECTIONS = 2;
const MOST_LOOKS = 50;

async function heldBytes() {
  for (let i = 0; i < COLLECTIONS; i++) {
    globalThis.gc();
    // Buffers are let go by finalizers, a turn after their owner was collected.
    await nextTurn();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** What is held since `before`. V8 frees buffers in a thread of its own: what is more than nothing is held only if it stays. */
async function heldSince(before, result) {
  for (let looks = 0; ; looks++) {
    const bytes = (await heldBytes()) - before;
    const isThere = result?.deref() !== undefined;
    if ((bytes <= Number(mostHeld) && !isThere) || looks === MOST_LOOKS) return { bytes, isThere };
    await sleep(20);
  }
}

/** Gets a result, and keeps it for nobody. A text has no weak reference. */
async function weakly(ask) {
  const result = await ask();
  return typeof result === 'object' ? new WeakRef(result) : undefined;
}

const client = await Client.newHazelcastClient({
  network: { clusterMembers: [address] },
  runtime: { workers: Number(workers), transforms: { threads: 1 } },
  properties: { 'hazelcast.logging.level': 'OFF' },
});

const names = Array.from({ length: ENTRIES }, (_, i) => `key ${i}`);
const text = (i) => `value ${i} `.padEnd(BYTES, 'x');
const texts = names.map((_, i) => text(i));
const long = text(0).repeat(ENTRIES);

async function fill(name, value) {
  const map = await client.getMap(name);
  await map.setAll(names.map((key, i) => [key, value(i)]));
  await map.set('long', long);
  return map;
}

async function structures() {
  const map = await fill('texts', text);
  const bytes = await client.getMap('bytes');
  await bytes.set('k', Buffer.alloc(long.length, 1));
  const documents = await client.getMap('documents');
  await documents.setAll(names.map((key, i) => [key, { key, text: text(i) }]));
  await documents.set('long', { texts });
  const numbers = await client.getMap('lists of numbers');
  await numbers.setAll(
    names.map((key, i) => [key, Array.from({ length: BYTES / 8 }, (_, n) => n + i + 0.5)]),
  );
  const longKeys = await client.getMap('long keys');
  await longKeys.setAll(texts.map((each) => [each, 1]));
  const list = await client.getList('texts');
  const set = await client.getSet('texts');
  const queue = await client.getQueue('texts');
  const drained = await client.getQueue('drained');
  const multiMap = await client.getMultiMap('texts');
  const replicated = await client.getReplicatedMap('texts');
  const ring = await client.getRingbuffer('texts');
  await Promise.all([list, set, queue].map((each) => each.addAll(texts)));
  await replicated.putAll(texts.map((each, i) => [names[i], each]));
  await multiMap.putAll([['k', texts]]);
  await ring.addAll(texts.slice(0, 1000));
  const reads = async (lazy) => {
    let length = 0;
    for await (const each of await lazy) length += each.length;
    return length;
  };
  const same = defineTransform('data:text/javascript,export default (value) => value');

  return {
    'a text': () => map.get('long'),
    bytes: () => bytes.get('k'),
    'a document': () => documents.get('long'),
    'the value before': () => map.put('long', long),
    'an entry view': () => map.getEntryView('long'),
    values: () => map.values(),
    'values, read': async () => (await map.values()).toArray(),
    'values, read in turns': () => reads(map.values()),
    'values that are documents': async () => (await documents.values()).toArray(),
    'values that are lists': async () => (await numbers.values()).toArray(),
    entries: () => map.entrySet(),
    'entries of documents': () => documents.entrySet(),
    keys: () => longKeys.keySet(),
    'entries by their keys': () => map.getAll(names),
    'documents by their keys': () => documents.getAll(names),
    'a query': () => documents.valuesWithPredicate(Predicates.notEqual('key', 'none')),
    'a page': () => longKeys.keySetWithPredicate(Predicates.paging(null, ENTRIES / 2)),
    'a projection': () => documents.project(Projections.multiAttribute('key', 'text')),
    'a list': () => list.toArray(),
    'a part of a list': () => list.subList(0, ENTRIES),
    'a set': () => set.toArray(),
    'a queue': () => queue.toArray(),
    'a drained queue': async () => {
      await drained.addAll(texts);
      const items = [];
      await drained.drainTo(items);
      return items;
    },
    'values of a multimap': async () => (await multiMap.get('k')).toArray(),
    'entries of a multimap': () => multiMap.entrySet(),
    'entries of a replicated map': () => replicated.entrySet(),
    'a ring buffer': async () => [...(await ring.readMany(0, 1, 1000))],
    'a transform': () => map.getTransformed('long', same),
    'many transforms': () => map.getAllTransformed(names, same),
    'an event': async () => {
      let id;
      await new Promise((resolve, reject) => {
        const added = map.addEntryListener({ updated: ({ value }) => resolve(value) }, 'long', true);
        added.then((listener) => {
          id = listener;
          return map.set('long', long);
        }, reject);
      });
      await map.removeEntryListener(id);
    },
  };
}

async function sql() {
  await fill('texts', text);
  const service = client.getSql();
  await service.execute(
    `CREATE OR REPLACE MAPPING texts TYPE IMap OPTIONS ('keyFormat' = 'varchar', 'valueFormat' = 'varchar')`,
  );
  const rows = async (options) => {
    const found = [];
    for await (const row of await service.execute(
      `SELECT * FROM texts WHERE __key LIKE 'key %'`,
      [],
      options,
    ))
      found.push(row);
    return found;
  };
  return {
    rows: () => rows(),
    'raw rows': () => rows({ returnRawResult: true }),
    'a page of rows': async () => {
      const result = await service.execute('SELECT * FROM texts', [], { cursorBufferSize: ENTRIES });
      const first = await result.next();
      await result.close();
      return first;
    },
    'a long row': () => rows({ cursorBufferSize: ENTRIES * 2 }),
  };
}

const kinds = await { structures, sql }[of]();
const held = {};
for (const [kind, ask] of Object.entries(kinds)) {
  // The first time makes what is kept for good, such as code.
  await ask();
  await client.getMap('texts').then((map) => map.size());
  const before = await heldBytes();
  const result = await weakly(ask);
  held[kind] = await heldSince(before, result);
}
console.log(JSON.stringify(held));
await client.shutdown();
