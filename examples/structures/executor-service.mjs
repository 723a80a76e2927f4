// The words of three chapters, counted on the members: each where its text would be stored.
import { Client } from 'offloop';
import { config } from './cluster.mjs';
import { WordCount } from './word-count.mjs';

const CHAPTERS = {
  loomings: 'Call me Ishmael. Some years ago, never mind how long precisely',
  breakfast: 'I quickly followed suit, and descending into the bar-room',
  epilogue: 'The drama is done. Why then here does any one step forth?',
};

const client = await Client.newHazelcastClient(config);
const executor = await client.getExecutorService('example-words');

const counts = await Promise.all(
  Object.entries(CHAPTERS).map(([title, text]) =>
    executor.submit(new WordCount(text), { key: title, timeout: 10_000 }),
  ),
);
const sum = counts.reduce((counted, count) => counted + count);
console.log('words:', counts.join(' + '), '=', sum);

const results = await executor.submitToAllMembers(new WordCount('one on each member'));
const ended = [...results.values()].every(({ status, value }) => status === 'fulfilled' && value === 4);
console.log(`every member counts to 4: ${ended}`);

await executor.destroy();
await client.shutdown();
