// const hazelcast = useHazelcast(); at the top of a file or in a describe gives the tests there a member and a client:
// test('…', async () => { hazelcast.client … }).
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
