import type { Member } from '@offloop/member';
import { rounds } from '@offloop/tools';
import { Client } from 'offloop';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';

import { memberOfTest } from '../client/support/embedded-member.js';
import {
  connectMap,
  codeOf,
  connect,
  eventually,
  freshMap,
  testConfig,
} from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { placeSaboteur } from '../faults/support/saboteur.js';
import { welcome } from '../faults/support/scripted.js';

/** The status of an authentication that says: this client is not let in. */
const NOT_ALLOWED = 3;

/** From one moment of a shutdown to the next one that is tried. */
const STEP = rounds({ short: 3, full: 1 });

let member: Member;
beforeEach(async () => {
  member = await memberOfTest();
});

describe.each([2, 4])('with workers: %i', (workers) => {
  test('the client is not connected again before the next leader has asked members to tell of events', async () => {
    const saboteur = placeSaboteur();
    const { client, lifecycle, map } = await connectMap<string, number>(member.address, {
      runtime: { workers },
    });
    const heard: string[] = [];
    await map.addEntryListener({ added: ({ key }) => void heard.push(key) });
    const held = member.faults.add({ message: 'map.addEntryListener', action: { kind: 'swallow' } });
    saboteur.throwInShard(0);
    await held.untilHit();
    await eventually(() => client.stats().shards.every(({ connections }) => connections === 1));
    await map.size();
    expect(lifecycle.count('CONNECTED')).toBe(1);
    expect(client.health().connected).toBe(false);
    // A member that is silent for long is asked again later, as with one worker: nobody waits for it.
    held.remove();
    await lifecycle.until('CONNECTED', 2);
    const keys: string[] = [];
    while (heard.length === 0) {
      keys.push(`k${keys.length}`);
      await map.set(keys.at(-1)!, 1);
    }
    expect(keys).toContain(heard[0]);
  });

  test('a leader that dies while it is authenticated is followed by the next one', async () => {
    const saboteur = placeSaboteur();
    const silent = member.faults.add({
      message: 'client.authentication',
      times: 1,
      action: { kind: 'swallow' },
    });
    const { config, lifecycle } = testConfig(member.address, { runtime: { workers } });
    const opening = Client.newHazelcastClient(config);
    await silent.untilHit();
    saboteur.throwInShard(0);
    const client = await opening;
    onTestFinished(() => client.shutdown());
    const map = await freshMap<string, number>(client);
    const heard: string[] = [];
    await map.addEntryListener({ added: ({ key }) => void heard.push(key) });
    await map.set('k', 1);
    await eventually(() => heard.length > 0);
    expect(lifecycle.states).toEqual(['STARTING', 'STARTED', 'CONNECTED']);
    expect(client.stats().shards.map(({ epoch, connections }) => [epoch, connections])).toEqual(
      Array.from({ length: workers }, (_, shard) => [shard === 0 ? 1 : 0, 1]),
    );
    expect(client.getCluster().getMembers()).toHaveLength(1);
  });

  test('a member that lets the first worker in and refuses the others refuses the client', async () => {
    member.faults.add({
      message: 'client.authentication',
      skip: 1,
      action: { kind: 'raw', bytes: ({ correlationId }) => welcome(correlationId, { status: NOT_ALLOWED }) },
    });
    const { config, lifecycle } = testConfig(member.address, { runtime: { workers } });
    await expect(Client.newHazelcastClient(config)).rejects.toMatchObject({
      code: Code.ILLEGAL_STATE,
      cause: { code: Code.NOT_ALLOWED },
    });
    expect(lifecycle.states).toEqual(['STARTING', 'STARTED', 'SHUTTING_DOWN', 'SHUTDOWN']);
    await eventually(() => member.connections === 0);
  });

  test('a shutdown at any moment of a death ends all threads and connections', async () => {
    const saboteur = placeSaboteur();
    for (let turns = 0; turns < 12; turns += STEP) {
      const { config, lifecycle } = testConfig(member.address, { runtime: { workers } });
      const client = await Client.newHazelcastClient(config);
      const map = await freshMap<string, number>(client);
      await map.addEntryListener({ added: () => undefined });
      const calls = Array.from({ length: 64 }, (_, i) => codeOf(map.set(`k${i}`, i)));
      saboteur.throwInShard(turns % workers);
      // From before the death is known until the thread that follows is connected.
      for (let turn = 0; turn < turns ** 2; turn++) await new Promise(setImmediate);
      await client.shutdown();
      const told = ['resolved', Code.CLIENT_NOT_ACTIVE, Code.INDETERMINATE];
      for (const outcome of await Promise.all(calls)) expect(told).toContain(outcome);
      expect(lifecycle.states.at(-1)).toBe('SHUTDOWN');
      await eventually(() => member.connections === 0);
    }
  });
});

test('a client keeps the address of its first UUID when another worker leads, and has the new one when it is back', async () => {
  const saboteur = placeSaboteur();
  const { client, lifecycle } = await connect(member.address, { runtime: { workers: 2 } });
  const before = client.getLocalEndpoint();
  saboteur.throwInShard(1);
  await lifecycle.until('CONNECTED', 2);
  expect(client.getLocalEndpoint().localAddress).toEqual(before.localAddress);
  saboteur.throwInShard(0);
  await lifecycle.until('CONNECTED', 3);
  const after = client.getLocalEndpoint();
  expect(after.uuid).toEqual(before.uuid);
  expect(after.localAddress).not.toEqual(before.localAddress);
});
