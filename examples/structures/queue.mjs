// A work queue: one process hands out jobs, two work on them. Each job is done once, by a worker that is free.
import { Client } from 'offloop';
import { config } from './cluster.mjs';

const QUEUE = 'example-jobs';

async function worker(name) {
  const client = await Client.newHazelcastClient(config);
  const jobs = await client.getQueue(QUEUE);
  let done = 0;
  // `take` waits on the member for as long as necessary, so that nobody has to ask again and again.
  for (let job = await jobs.take(); job.type !== 'stop'; job = await jobs.take()) {
    await new Promise((resolve) => setTimeout(resolve, job.millis));
    done++;
  }
  await client.shutdown();
  return { name, done };
}

const client = await Client.newHazelcastClient(config);
const jobs = await client.getQueue(QUEUE);
await jobs.clear();
const workers = [worker('A'), worker('B')];

for (let number = 0; number < 10; number++) await jobs.put({ type: 'resize', number, millis: 5 });
await jobs.addAll(workers.map(() => ({ type: 'stop' })));

const results = await Promise.all(workers);
const total = results.reduce((sum, { done }) => sum + done, 0);
console.log(`${total} jobs are done, ${results.map(({ name, done }) => `${done} by ${name}`).join(', ')}`);

await jobs.destroy();
await client.shutdown();
