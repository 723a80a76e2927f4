// A nightly job that must run once, though every server starts it. Needs members with the CP subsystem: up to 5.4, or Enterprise.
import { Client } from 'offloop';
import { config } from './cluster.mjs';

const night = `example-night-${Date.now()}`;

async function server(name, storage) {
  const client = await Client.newHazelcastClient(config);
  const cp = client.getCPSubsystem();
  const [lock, runs, ready] = await Promise.all([
    cp.getLock('example-nightly'),
    cp.getAtomicLong(night),
    cp.getCountDownLatch(night),
  ]);
  // All begin at the same time, so that they compete for the lock.
  await ready.trySetCount(3);
  await ready.countDown();
  await ready.await(30_000);

  const fence = await lock.lock();
  try {
    // The first one does the job. The others find it done.
    if (await runs.compareAndSet(0, 1)) storage.write(fence, `the job of ${name}`);
  } finally {
    await lock.unlock(fence);
  }
  await client.shutdown();
}

/** Refuses writes of a holder that has lost the lock and has not noticed. */
const storage = {
  newest: null,
  written: [],
  write(fence, text) {
    if (this.newest !== null && fence.lessThanOrEqual(this.newest)) throw new Error('an old holder');
    this.newest = fence;
    this.written.push(text);
  },
};

await Promise.all(['A', 'B', 'C'].map((name) => server(name, storage)));
console.log(`${storage.written.length} run of the job for 3 servers`);
