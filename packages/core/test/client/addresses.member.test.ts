import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from '@offloop/tools';
import { describe, expect, onTestFinished, test } from 'vitest';

import { memberOfTest } from './support/embedded-member.js';
import { connect, eventually, freshMap, shardsOf, TESTED_WORKERS } from './support/client-bench.js';
import { proxyTo, startProxiedMember } from './support/proxied-member.js';

describe.each([TESTED_WORKERS, 0])('with workers: %s', (workers) => {
  const runtime = { workers };
  const shards = shardsOf(workers);

  test('a member is reached by its Unix-domain socket, also after it was cut', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'offloop-unix-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const path = join(folder, 'member.sock');
    const member = await memberOfTest({ path });
    const { client, lifecycle } = await connect(`unix:${path}`, { runtime });
    expect(client.getLocalEndpoint().localAddress.toString()).toBe(`unix:${path}`);
    const map = await freshMap<string, string>(client);
    await map.set('k', 'v');
    expect(member.connections).toBe(shards);
    member.closeConnections();
    await lifecycle.until('CONNECTED', 2);
    expect(await map.get('k')).toBe('v');
  });

  test('members see the labels of their clients', async () => {
    const { member, proxy } = await startProxiedMember();
    await connect(proxy.address, { runtime, instanceName: 'labelled', clientLabels: ['blue', 'tést'] });
    const names = Array.from({ length: shards }, (_, i) => (i === 0 ? 'labelled' : `labelled#${i}`));
    expect(member.labels()).toEqual(Object.fromEntries(names.map((name) => [name, ['blue', 'tést']])));
  });

  // A member behind a gateway: its list names an address of its own that nobody answers at, and the public one.
  const behindGateway = async () => {
    const [port, inside] = [await freePort(), await freePort()];
    const gateway = await proxyTo(`127.0.0.1:${port}`);
    const entry = await proxyTo(`127.0.0.1:${port}`);
    const member = await memberOfTest({
      port,
      advertise: { host: '127.0.0.2', port: inside },
      publicAddress: { host: gateway.host, port: gateway.port },
    });
    return { entry, gateway, member };
  };
  const reconnectsBy = async (wanted: boolean | null) => {
    const { entry, gateway } = await behindGateway();
    const { client, lifecycle } = await connect(entry.address, {
      runtime,
      properties: {
        'hazelcast.discovery.public.ip.enabled': wanted,
        'hazelcast.client.shuffle.member.list': false,
      },
    });
    const seen = gateway.accepted;
    if (wanted === null) await eventually(() => gateway.accepted > seen || seen > 0);
    entry.refuse();
    entry.cutAll();
    return { gateway, entry, lifecycle, client };
  };

  test('members are connected to at their public addresses where the property says so', async () => {
    const { gateway, lifecycle, client } = await reconnectsBy(true);
    await lifecycle.until('CONNECTED', 2);
    await expect.poll(() => gateway.connections, { timeout: 30_000 }).toBe(shards);
    expect(await (await freshMap(client)).size()).toBe(0);
  });

  test('and where nothing is said and they can be reached from outside only', async () => {
    const { gateway, lifecycle } = await reconnectsBy(null);
    await lifecycle.until('CONNECTED', 2);
    await expect.poll(() => gateway.connections, { timeout: 30_000 }).toBe(shards);
  });

  test('but not where it says no', async () => {
    const { gateway, entry, lifecycle } = await reconnectsBy(false);
    await entry.untilAccepted(entry.accepted + 2);
    entry.resume();
    await lifecycle.until('CONNECTED', 2);
    expect(gateway.accepted).toBe(0);
  });
});
