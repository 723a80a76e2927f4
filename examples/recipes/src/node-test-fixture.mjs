// The tests of a file, or of a describe, get a member and a client by const hazelcast = useHazelcast(); at its top:
// each of them, as test('…', async () => { hazelcast.client … }), uses these.
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
