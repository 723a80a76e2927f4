// An event log: the latest events are kept, and each reader reads them in order, from its own position.
import { Client } from 'offloop';
import { config } from './cluster.mjs';

const client = await Client.newHazelcastClient(config);
const log = await client.getRingbuffer('example-log');

/** Reads this many events in batches, from a sequence on, and prints them. It waits for events that are still to come. */
async function read(name, from, events) {
  const met = [];
  for (let next = from; met.length < events;) {
    const batch = await log.readMany(next, 1, 4);
    met.push(...batch);
    next = batch.getNextSequenceToReadFrom();
  }
  console.log(`${name} from ${from}: ${met.map(({ event }) => event).join(' ')}`);
}

const head = await log.headSequence();
// This reader begins before there are any events.
const live = read('live', head, 6);
await log.add({ event: 'start' });
await log.addAll(['login', 'order', 'pay', 'ship'].map((event) => ({ event })));
await log.add({ event: 'stop' });
await live;

// Reading removes nothing: other readers can read the same events again, or only the last ones.
await read('audit', head, 6);
await read('tail', (await log.tailSequence()).sub(1), 2);

await log.destroy();
await client.shutdown();
