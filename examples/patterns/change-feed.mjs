// A feed of changes of which no reader misses any: changes are added to a ring buffer first, which numbers and keeps them. Each reader goes
// on after the last number it has handled, also after a restart. The map is what one of the readers makes of the changes.
import { Client } from 'offloop';

const client = await Client.newHazelcastClient({
  network: { clusterMembers: [process.argv[2] ?? '127.0.0.1:5701'] },
  properties: { 'hazelcast.logging.level': 'WARN' },
});
const changes = await client.getRingbuffer('pattern-changes');
const positions = await client.getMap('pattern-positions'); // reader -> number of its next change
const prices = await client.getMap('pattern-prices');

const change = (key, value) => changes.add({ key, value });

/**
 * Handles all changes that this reader has not handled, in order. A change is handled again if the reader dies before its position is
 * stored.
 */
async function catchUp(reader, handle) {
  let position = (await positions.get(reader)) ?? 0;
  while (position <= (await changes.tailSequence()).toNumber()) {
    const batch = await changes.readMany(position, 1, 100);
    const next = batch.getNextSequenceToReadFrom().toNumber();
    const missed = next - batch.getReadCount() - position;
    // The ring buffer has room for 10,000 by default: a reader that is further behind must read the whole map.
    if (missed > 0) throw new Error(`${reader} has missed ${missed} changes`);
    for (const item of batch) await handle(item);
    position = next;
    await positions.set(reader, position);
  }
}

const apply = ({ key, value }) => (value === null ? prices.delete(key) : prices.set(key, value));
const log = ({ key, value }) => console.log(`${key} costs ${value}`);

await change('tea', 3);
await change('cake', 4);
await catchUp('map', apply);
await catchUp('shop', log);

await change('tea', 5); // nobody listens now
await change('cake', null);
await catchUp('map', apply);
await catchUp('shop', log);
console.log('the map:', JSON.stringify(await prices.entrySet()));

await Promise.all([changes.destroy(), positions.destroy(), prices.destroy()]);
await client.shutdown();
