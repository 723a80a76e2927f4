import { Client } from 'hazelcast-client';
import { onTestFinished } from 'vitest';

export type OfficialClient = Awaited<ReturnType<typeof Client.newHazelcastClient>>;
export type OfficialConfig = NonNullable<Parameters<typeof Client.newHazelcastClient>[0]>;

/** A connected official client that is shut down when the test is over. */
export async function connectOfficial(
  address: string,
  overrides: OfficialConfig = {},
): Promise<OfficialClient> {
  const client = await Client.newHazelcastClient({
    ...overrides,
    network: { clusterMembers: [address], ...overrides.network },
    properties: { 'hazelcast.logging.level': 'OFF', ...overrides.properties },
  });
  onTestFinished(() => client.shutdown());
  return client;
}
