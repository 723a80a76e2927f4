// Words that are counted a little later, and others that are counted again and again, until that is enough.
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'offloop';
import { config } from './cluster.mjs';
import { WordCount } from './word-count.mjs';

const TEXT = 'Call me Ishmael. Some years ago, never mind how long precisely';

const client = await Client.newHazelcastClient(config);
const scheduler = await client.getScheduledExecutorService('example-words');

const later = await scheduler.schedule(new WordCount(TEXT), 200, { name: 'later' });
console.log('later:', await later.get({ timeout: 10_000 }), 'words');

const rate = await scheduler.scheduleAtFixedRate(new WordCount(TEXT), 0, 50, { name: 'rate' });
while ((await rate.getStats()).totalRuns < 3) await pause(50);
console.log('at a fixed rate: 3 runs or more');

for (const futures of (await scheduler.getAllScheduledFutures()).values()) {
  for (const future of futures) await future.dispose();
}
const left = [...(await scheduler.getAllScheduledFutures()).values()].flat();
console.log(`left: ${left.length} tasks`);

await scheduler.destroy();
await client.shutdown();
