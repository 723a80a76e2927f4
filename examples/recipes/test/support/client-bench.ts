import { startMember, type Member } from '@offloop/member';
import { Client } from 'offloop';
import { onTestFinished } from 'vitest';

/** Returns the configuration of a client that reaches the member and logs only errors. */
export function configFor(member: Member): Parameters<typeof Client.newHazelcastClient>[0] & object {
  return {
    network: { clusterMembers: [member.address] },
    connectionStrategy: { connectionRetry: { initialBackoffMillis: 20, maxBackoffMillis: 100 } },
    properties: { 'hazelcast.logging.level': 'ERROR' },
  };
}

/** Starts a member, and a client of it. Both end with the test. */
export async function connected(): Promise<{ member: Member; client: Client }> {
  const member = await startMember({ log: () => undefined });
  onTestFinished(() => member.stop());
  const client = await Client.newHazelcastClient(configFor(member));
  onTestFinished(() => client.shutdown());
  return { member, client };
}
