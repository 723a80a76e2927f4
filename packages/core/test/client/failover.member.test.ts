import type { Member } from '@offloop/member';
import { Client } from 'offloop';
import { describe, expect, onTestFinished, test } from 'vitest';

import { codeOf, freshMap, type Config, TESTED_WORKERS } from './support/client-bench.js';
import { Code } from './support/codes.js';
import { colour, failoverConfig } from './support/colours.js';
import type { LifecycleLog } from './support/lifecycle-log.js';

describe.each([TESTED_WORKERS, 0])('with workers: %s', (workers) => {
  const configFor = (members: readonly Member[]) => failoverConfig(members, { runtime: { workers } });
  const open = async (
    members: readonly Member[],
    tryCount: object = {},
  ): Promise<{ client: Client; lifecycle: LifecycleLog }> => {
    const { config, lifecycle } = configFor(members);
    const client = await Client.newHazelcastFailoverClient({ ...config, ...tryCount });
    onTestFinished(() => client.shutdown());
    return { client, lifecycle };
  };

  test('a client whose cluster is gone goes over to the next one, and back again', async () => {
    const [blue, green] = [await colour('blue'), await colour('green')];
    const { client, lifecycle } = await open([blue, green]);
    const map = await freshMap<string, string>(client);
    await map.set('k', 'blue');
    await blue.stop();
    await lifecycle.until('CHANGED_CLUSTER');
    expect(await map.get('k')).toBeNull();
    await map.set('k', 'green');
    expect(green.stats().entries[map.getName()]).toBe(1);

    await colour('blue', { port: blue.port });
    await green.stop();
    await lifecycle.until('CHANGED_CLUSTER', 2);
    expect(await map.get('k')).toBeNull();
    const change = ['DISCONNECTED', 'CONNECTED', 'CHANGED_CLUSTER'];
    expect(lifecycle.states).toEqual(['STARTING', 'STARTED', 'CONNECTED', ...change, ...change]);
  });

  test('the start passes over clusters that are not there or refuse the client', async () => {
    const gone = await colour('gone');
    await gone.stop();
    const closed = await colour('closed', { credentials: { token: 'other' } });
    const banning = await colour('banning', { clientsAllowed: false });
    const { client, lifecycle } = await open([gone, closed, banning, await colour('green')]);
    expect(await (await freshMap(client)).size()).toBe(0);
    expect(lifecycle.states).toEqual(['STARTING', 'STARTED', 'CONNECTED', 'CHANGED_CLUSTER']);
  });

  test('a cluster restarted with another id is not the one before: the client goes on to the next', async () => {
    const [blue, green] = [await colour('blue'), await colour('green')];
    const { client, lifecycle } = await open([blue, green]);
    const map = await freshMap<string, string>(client);
    // Calls wait meanwhile; one that was never sent runs on the cluster that is entered then.
    const { port } = blue;
    await blue.stop();
    await lifecycle.until('DISCONNECTED');
    await colour('blue', { port });
    await lifecycle.until('CHANGED_CLUSTER');
    await map.set('k', 'v');
    expect(green.stats().entries[map.getName()]).toBe(1);
  });

  test('a cluster with another number of partitions is never entered', async () => {
    const [blue, odd] = [await colour('blue'), await colour('odd', { partitionCount: 13 })];
    const { client, lifecycle } = await open([blue, odd], { tryCount: 1 });
    await (await freshMap(client)).set('k', 'v');
    await blue.stop();
    await lifecycle.until('SHUTDOWN');
    expect(lifecycle.count('CHANGED_CLUSTER')).toBe(0);
    expect(odd.stats().clients).toBe(0);
  });

  test('when every round is over the client gives up', async () => {
    const [a, b] = [await colour('a'), await colour('b')];
    await Promise.all([a.stop(), b.stop()]);
    const { config } = configFor([a, b]);
    const opening = Client.newHazelcastFailoverClient({ tryCount: 2, ...config });
    expect(await codeOf(opening)).toBe(Code.ILLEGAL_STATE);
  });

  test('members that do not support failover are refused', async () => {
    const { config } = configFor([await colour('a', { failoverSupported: false })]);
    const opening = Client.newHazelcastFailoverClient({ tryCount: 1, ...config });
    expect(await codeOf(opening)).toBe(Code.ILLEGAL_STATE);
  });
});

test('configurations that differ in more than how to connect are refused, and so is none at all', async () => {
  const base: Config = { clusterName: 'a' };
  const wrong = [
    [],
    [base, { ...base, instanceName: 'other' }],
    [base, { ...base, network: { smartRouting: false } }],
    [base, { ...base, runtime: { workers: 0 } }],
  ];
  for (const clientConfigs of wrong) {
    expect(await codeOf((async () => Client.newHazelcastFailoverClient({ clientConfigs }))())).toBe(
      Code.INVALID_CONFIGURATION,
    );
  }
});
