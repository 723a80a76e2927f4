// A program that ends by itself: a client keeps its process alive until it is shut down. Here the end of a block does that, also when
// something in it throws. (From Node 24 on, `await using client = …` in place of try and finally.)
import { Client } from 'offloop';

const client = await Client.newHazelcastClient({
  network: { clusterMembers: [process.env.HAZELCAST_ADDRESS ?? '127.0.0.1:5701'] },
});
try {
  const jobs = await client.getMap('jobs');
  console.log(`${await jobs.size()} jobs`);
} finally {
  await client.shutdown();
}
