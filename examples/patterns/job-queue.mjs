// A job queue that loses no job: each job stays in a map until it is done. A worker that takes a job reserves it for a while. If the worker
// does not acknowledge the job in that time, it is delivered again. So a job may be done twice: make jobs repeatable.
import { Client } from 'offloop';

const RESERVED_MILLIS = 1_000;

const client = await Client.newHazelcastClient({
  network: { clusterMembers: [process.argv[2] ?? '127.0.0.1:5701'] },
  properties: { 'hazelcast.logging.level': 'WARN' },
});
const jobs = await client.getMap('pattern-jobs'); // id (a text or number) -> job, until it is done
const reserved = await client.getMap('pattern-reserved'); // id -> worker, for RESERVED_MILLIS
const waiting = await client.getQueue('pattern-waiting'); // ids; one may be in it twice

async function submit(id, job) {
  await jobs.set(id, job); // first: an id in the queue always has its job
  await waiting.put(id);
}

/** Reserves the next job and resolves to it; null if none came within a second. */
async function reserve(worker) {
  for (let id; (id = await waiting.poll(1_000)) !== null;) {
    if ((await reserved.putIfAbsent(id, worker, RESERVED_MILLIS)) !== null) continue;
    const job = await jobs.get(id);
    if (job !== null) return { id, job };
    await reserved.delete(id); // somebody has done it
  }
  return null;
}

const extend = (id) => reserved.setTtl(id, RESERVED_MILLIS); // for a job that takes longer

async function acknowledge({ id, job }) {
  await jobs.remove(id, job); // not one that was submitted under this id meanwhile
  await reserved.delete(id);
}

/** Puts jobs back into the queue that are neither in it nor reserved. Run it by a timer, in each process or in a leader. */
async function redeliver() {
  const queued = await waiting.toArray(); // first: a job goes from the queue to its reservation
  const [all, taken] = await Promise.all([jobs.keySet(), reserved.keySet()]);
  const known = new Set([...queued, ...taken]);
  await waiting.addAll(all.filter((id) => !known.has(id)));
}

for (let id = 1; id <= 5; id++) await submit(id, { order: id });
await reserve('a worker that dies');

let done = 0;
const timer = setInterval(() => {
  redeliver().catch((error) => console.error('jobs are delivered again later:', error.message));
}, 500);
while (done < 5) {
  const next = await reserve('another worker');
  if (next === null) continue;
  await extend(next.id);
  await acknowledge(next);
  done++;
}
clearInterval(timer);
console.log(`${done} jobs are done, ${await jobs.size()} are left`);

await Promise.all([jobs.destroy(), reserved.destroy(), waiting.destroy()]);
await client.shutdown();
