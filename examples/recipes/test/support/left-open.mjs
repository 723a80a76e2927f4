// A client that nobody shuts down, and nothing else that keeps the process alive: the timer below does not.
import { Client } from 'offloop';

const client = await Client.newHazelcastClient({
  network: { clusterMembers: [process.env.HAZELCAST_ADDRESS] },
  runtime: { workers: Number(process.argv[2]) },
});

setTimeout(() => {
  console.log('still here');
  void client.shutdown();
}, 200).unref();
