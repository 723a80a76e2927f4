import { Client, type Member } from 'hazelcast-client';
import { SILENT_LOGGER, type BenchClient } from './client.js';

/** The official client with its defaults: only the address is given, and the logger silenced. */
export async function openOfficial(cluster: string): Promise<BenchClient> {
  const client = await Client.newHazelcastClient({
    network: { clusterMembers: [cluster] },
    customLogger: SILENT_LOGGER,
  });
  return {
    getMap: (name) => client.getMap<string, string>(name),
    counters: () => null,
    shutdown: () => client.shutdown(),
  };
}

/** Members carry their version; the published types leave it out. */
interface VersionedMember {
  readonly version?: { readonly major: number; readonly minor: number; readonly patch: number };
}

/** Versions of the members of a cluster, as they announce themselves, e.g. `5.6.0`; one entry a distinct version. */
export async function memberVersions(cluster: string): Promise<string[]> {
  const client = await Client.newHazelcastClient({
    network: { clusterMembers: [cluster] },
    customLogger: SILENT_LOGGER,
  });
  try {
    const versions = client
      .getCluster()
      .getMembers()
      .map(({ version }: Member & VersionedMember) =>
        version === undefined ? 'of unknown version' : `${version.major}.${version.minor}.${version.patch}`,
      );
    return [...new Set(versions)];
  } finally {
    await client.shutdown();
  }
}
