// A rate limit for all servers together: a bucket of tokens for each user, which fills by time. Two servers that take at the same time do
// not get the same token, as the second one finds the bucket changed and looks again.
import { Client } from 'offloop';

const CAPACITY = 5;
const TOKENS_PER_SECOND = 1 / 60;

const client = await Client.newHazelcastClient({
  network: { clusterMembers: [process.argv[2] ?? '127.0.0.1:5701'] },
  properties: { 'hazelcast.logging.level': 'WARN' },
});
const buckets = await client.getMap('pattern-buckets');

/** Takes a token of the user. Resolves to true if there was one. The clocks of the servers should agree. */
async function take(user) {
  for (;;) {
    const now = Date.now();
    const old = await buckets.get(user);
    const filled =
      old === null ? CAPACITY : Math.min(CAPACITY, old.tokens + ((now - old.at) / 1000) * TOKENS_PER_SECOND);
    if (filled < 1) return false;
    const bucket = { tokens: filled - 1, at: now };
    const taken =
      old === null
        ? (await buckets.putIfAbsent(user, bucket)) === null
        : await buckets.replaceIfSame(user, old, bucket);
    if (!taken) continue;
    // A full bucket need not be kept.
    await buckets.setTtl(user, (CAPACITY / TOKENS_PER_SECOND) * 1000);
    return true;
  }
}

const answers = await Promise.all(Array.from({ length: 20 }, () => take('ada')));
console.log(`ada: ${answers.filter(Boolean).length} of 20 requests`);
console.log(`bob: ${(await take('bob')) ? 'may go on' : 'has to wait'}`);

await buckets.destroy();
await client.shutdown();
