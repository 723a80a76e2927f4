/** Where the programs of this folder look for a member: `node map.mjs 10.0.0.7:5701`, or the environment, or this machine. */
const address = process.argv[2] ?? process.env.HAZELCAST_ADDRESS ?? '127.0.0.1:5701';

export const config = {
  network: { clusterMembers: [address] },
  // The programs print what they do; the client only what goes wrong.
  properties: { 'hazelcast.logging.level': 'WARN' },
};
