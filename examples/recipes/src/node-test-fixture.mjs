// const hazelcast = useHazelcast(); at the top of a file or in a describe, then test('…', async () => { hazelcast.client … }): a member and
// a client for the tests there.
import { after, before } from 'node:test';
import { startMember } from '@offloop/member';
import { Client } from 'offloop';

export function useHazelcast() {
  /** @type {{ member?: import('@offloop/member').Member, client?: Client }} */
  const hazelcast = {};
  before(async () => {
    hazelcast.member = await startMember();
    hazelcast.client = await Client.newHazelcastClient({
      network: { clusterMembers: [hazelcast.member.address] },
      properties: { 'hazelcast.logging.level': 'WARN' },
    });
  });
  after(async () => {
    await hazelcast.client?.shutdown();
    await hazelcast.member?.stop();
  });
  return hazelcast;
}
