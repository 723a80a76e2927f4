// Opens a client that nobody shuts down at first. Nothing else keeps the process alive: the timer below does not.
import { Client } from 'offloop';

const client = await Client.newHazelcastClient({
  network: { clusterMembers: [process.env.HAZELCAST_ADDRESS] },
  runtime: { workers: Number(process.argv[2]) },
});

setTimeout(() => {
  console.log('still here');
  void client.shutdown();
}, 200).unref();
