/**
 * Address of the member that the programs of this folder use: from the command line (`node map.mjs 10.0.0.7:5701`), else from the
 * environment, else on this machine.
 */
const address = process.argv[2] ?? process.env.HAZELCAST_ADDRESS ?? '127.0.0.1:5701';

export const config = {
  network: { clusterMembers: [address] },
  // The programs print what they do; the client only what goes wrong.
  properties: { 'hazelcast.logging.level': 'WARN' },
};
