// import { test } from './vitest-fixture.mjs', in place of vitest's: test('…', async ({ map }) => { … }). Each file has a member and a
// client, made for the first test that asks for them, and each test has a map of its own.
import { startMember } from '@offloop/member';
import { Client } from 'offloop';
import { test as plain } from 'vitest';

export const test = plain
  // vitest reads between the braces what a fixture needs: this one nothing.
  // oxlint-disable-next-line no-empty-pattern
  .extend('member', { scope: 'file' }, async ({}, { onCleanup }) => {
    const member = await startMember();
    onCleanup(() => member.stop());
    return member;
  })
  .extend('client', { scope: 'file' }, async ({ member }, { onCleanup }) => {
    const client = await Client.newHazelcastClient({
      network: { clusterMembers: [member.address] },
      properties: { 'hazelcast.logging.level': 'WARN' },
    });
    onCleanup(() => client.shutdown());
    return client;
  })
  .extend('map', async ({ client, task }, { onCleanup }) => {
    const map = await client.getMap(task.id);
    onCleanup(() => map.destroy());
    return map;
  });
