// An event log: the latest events are kept, and each reader reads them in order, from where it stands.
import { Client } from 'offloop';
import { config } from './cluster.mjs';

const client = await Client.newHazelcastClient(config);
const log = await client.getRingbuffer('example-log');

/** Hands events on in batches, waits for those to come, and says where the next reader of its kind goes on. */
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
// This reader is there before the events are.
const live = read('live', head, 6);
await log.add({ event: 'start' });
await log.addAll(['login', 'order', 'pay', 'ship'].map((event) => ({ event })));
await log.add({ event: 'stop' });
await live;

// Reading takes nothing away: another one reads the same again, or the end only.
await read('audit', head, 6);
await read('tail', (await log.tailSequence()).sub(1), 2);

await log.destroy();
await client.shutdown();
