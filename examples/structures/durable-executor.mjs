// Words that a client gives to the members, to be counted while it is gone; the next client takes the results.
import { Client } from 'offloop';
import { config } from './cluster.mjs';
import { WordCount } from './word-count.mjs';

const CHAPTERS = [
  'Call me Ishmael. Some years ago, never mind how long precisely',
  'I quickly followed suit, and descending into the bar-room',
  'The drama is done. Why then here does any one step forth?',
];
const QUEUE = 'example-words-to-count';

const giver = await Client.newHazelcastClient(config);
const submitted = await giver.getDurableExecutorService('example-words');
const waiting = await giver.getQueue(QUEUE);
for (const text of CHAPTERS) await waiting.add(await submitted.submit(new WordCount(text)));
console.log(`submitted: ${await waiting.size()} chapters`);
await giver.shutdown();

const taker = await Client.newHazelcastClient(config);
const executor = await taker.getDurableExecutorService('example-words');
const counts = [];
for (const taskId of await (await taker.getQueue(QUEUE)).toArray()) {
  counts.push(await executor.retrieveResult(taskId, { timeout: 10_000 }));
  await executor.disposeResult(taskId);
}
console.log(`words: ${counts.join(' + ')}`);
await (await taker.getQueue(QUEUE)).destroy();
await executor.destroy();
await taker.shutdown();
