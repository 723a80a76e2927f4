// One leader among many processes: the one that has the lock. When the leader ends, or its connection is lost, the member gives the lock to
// the next one that waits. The leader's term is a fencing token: what it changes elsewhere should carry it, see lock.mjs.
import { Client } from 'offloop';

const config = {
  network: { clusterMembers: [process.argv[2] ?? '127.0.0.1:5701'] },
  properties: { 'hazelcast.logging.level': 'WARN' },
};

/** Resolves to the term when this process has become the leader. Waits as long as it takes. */
async function lead(client) {
  const leaders = await client.getMap('pattern-leaders');
  await leaders.lock('nightly-report');
  for (;;) {
    const last = (await leaders.putIfAbsent('nightly-report', 0)) ?? 0;
    if (await leaders.replaceIfSame('nightly-report', last, last + 1)) return last + 1;
  }
}

const [ada, bob] = await Promise.all([Client.newHazelcastClient(config), Client.newHazelcastClient(config)]);
console.log(`Ada leads in term ${await lead(ada)}`);
const waiting = lead(bob);

await ada.shutdown(); // or it dies
console.log(`Bob leads in term ${await waiting}`);

await (await bob.getMap('pattern-leaders')).destroy();
await bob.shutdown();
