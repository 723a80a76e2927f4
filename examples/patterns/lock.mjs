// A lock with a lease and a fencing token. A holder that hangs past its lease loses the lock, and what it writes afterwards is refused.
import { setTimeout as pause } from 'node:timers/promises';
import { Client, IllegalMonitorStateError, LockContext } from 'offloop';

const client = await Client.newHazelcastClient({
  network: { clusterMembers: [process.argv[2] ?? '127.0.0.1:5701'] },
  properties: {
    'hazelcast.logging.level': 'WARN',
    'hazelcast.client.operation.fail.on.indeterminate.state': true, // no lock and no fence without a backup
  },
});
const locks = await client.getMap('pattern-locks');
const accounts = await client.getMap('pattern-accounts');

/**
 * Resolves to the next fence, which the locked entry itself keeps. The entry is replaced by comparison, so two holders never have one
 * fence, even if the lock was granted twice.
 */
async function nextFence(name) {
  for (;;) {
    const last = (await locks.putIfAbsent(name, 0)) ?? 0;
    if (await locks.replaceIfSame(name, last, last + 1)) return last + 1;
  }
}

/** Runs `work(fence)` while nobody else has the lock. Each holder's fence is larger than that of the one before. */
const withLock = (name, { wait, lease }, work) =>
  LockContext.run(async () => {
    if (!(await locks.tryLock(name, wait, lease))) throw new Error(`${name} was locked for ${wait} ms`);
    try {
      return await work(await nextFence(name));
    } finally {
      await locks.unlock(name).catch((error) => {
        if (!(error instanceof IllegalMonitorStateError)) throw error; // else the lease was over
      });
    }
  });

/** Opens an account and resolves to its balance. From now on the account refuses what earlier holders store. */
async function open(account, fence) {
  for (;;) {
    const old = await accounts.get(account);
    if (old === null) await accounts.putIfAbsent(account, { fence: 0, balance: 0 });
    else if (old.fence > fence) throw new Error(`a later holder has opened ${account}`);
    else if (await accounts.replaceIfSame(account, old, { ...old, fence })) return old.balance;
  }
}

/** Stores a balance, unless a later holder has opened the account. Resolves to true if it was stored. */
async function store(account, fence, balance) {
  const old = await accounts.get(account);
  return old.fence === fence && accounts.replaceIfSame(account, old, { fence, balance });
}

let nextHasWritten;
const next = new Promise((resolve) => (nextHasWritten = resolve));
const slow = withLock('ada', { wait: 1_000, lease: 1_000 }, async (fence) => {
  const balance = await open('ada', fence);
  await next; // hangs: its lease ends, and the next one comes
  console.log('the slow holder has written:', await store('ada', fence, balance + 100));
});
await pause(100);
await withLock('ada', { wait: 10_000, lease: 10_000 }, async (fence) => {
  const balance = await open('ada', fence);
  console.log('the next holder has written:', await store('ada', fence, balance + 70));
  nextHasWritten();
});
await slow;
console.log('balance:', (await accounts.get('ada')).balance);

await Promise.all([locks.destroy(), accounts.destroy()]);
await client.shutdown();
