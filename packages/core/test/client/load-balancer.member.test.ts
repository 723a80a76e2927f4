import Long from 'long';
import {
  AbstractLoadBalancer,
  Client,
  UUID,
  type Cluster,
  type LoadBalancer,
  type Member as ClusterMember,
} from 'offloop';
import { describe, expect, onTestFinished, test } from 'vitest';

import { embeddedMember } from './support/embedded-member.js';
import { connectMap, codeOf, connect, freshMap, testConfig, type Config } from './support/client-bench.js';
import { TESTED_WORKERS } from './support/workers.js';
import { Code } from './support/codes.js';
import { figuresOf } from './support/figures.js';

const member = await embeddedMember();

/** Gives what the test puts into `answer`, and counts how often it was asked. */
class Scripted implements LoadBalancer {
  asked = 0;
  initialized: [Cluster, Config][] = [];
  answer: () => unknown = () => null;

  initLoadBalancer(cluster: Cluster, config: Config): void {
    this.initialized.push([cluster, config]);
  }

  next(): ClusterMember | null {
    this.asked++;
    return this.answer() as ClusterMember | null;
  }
}

describe.each([TESTED_WORKERS, 0])('a custom load balancer with workers: %s', (workers) => {
  const open = async (network: Config['network'] = {}) => {
    const balancer = new Scripted();
    const loadBalancer = { customLoadBalancer: balancer };
    const config = { runtime: { workers }, network, loadBalancer };
    return { balancer, ...(await connectMap<string, number>(member.address, config)) };
  };

  test('is asked once for each call that is not for a key, and for no other', async () => {
    const { balancer, client, map } = await open();
    // That makes the map.
    expect(balancer.asked).toBe(1);
    balancer.answer = () => client.getCluster().getMembers()[0];
    await map.set('a', 1);
    await map.putAll([['b', 2]]);
    await map.getAll(['a', 'b']);
    expect(balancer.asked).toBe(1);
    expect(await map.size()).toBe(2);
    expect((await map.keySet()).sort()).toEqual(['a', 'b']);
    expect(await map.isEmpty()).toBe(false);
    expect(balancer.asked).toBe(4);
  });

  test('may name nobody, or a member that is not there: any member answers', async () => {
    const { balancer, map } = await open();
    for (const answer of [null, undefined, { uuid: new UUID(Long.ONE, Long.ZERO) }]) {
      balancer.answer = () => answer;
      expect(await map.size()).toBe(0);
    }
  });

  test('that throws, or names what is no member, fails the call it was asked for, and no other', async () => {
    const { balancer, client, map } = await open();
    const reason = new Error('dice lost');
    balancer.answer = () => {
      throw reason;
    };
    await expect(map.size()).rejects.toMatchObject({ code: Code.ILLEGAL_STATE, cause: reason });
    for (const nonsense of [5, 'member', {}, { uuid: '5' }, { uuid: Object.create(null) as unknown }]) {
      balancer.answer = () => nonsense;
      expect(await codeOf(map.size())).toBe(Code.ILLEGAL_STATE);
    }
    await map.set('a', 1);
    balancer.answer = () => null;
    expect(await map.size()).toBe(1);
    expect(figuresOf(client).inFlight).toBe(0);
  });

  test('may shut the client down: the call it was asked for rejects', async () => {
    const { balancer, client, map } = await open();
    balancer.answer = () => void client.shutdown();
    expect(await codeOf(map.size())).toBe(Code.CLIENT_NOT_ACTIVE);
  });

  test('is not asked without smart routing', async () => {
    const { balancer, map } = await open({ smartRouting: false });
    await map.size();
    expect(balancer.asked).toBe(0);
    expect(balancer.initialized).toHaveLength(1);
  });
});

test('a load balancer is given the cluster, with its members, and the configuration, before the client is', async () => {
  const balancer = new Scripted();
  let members = 0;
  balancer.initLoadBalancer = (cluster, config) => {
    members = cluster.getMembers().length;
    balancer.initialized.push([cluster, config]);
  };
  const { config } = testConfig(member.address, { loadBalancer: { customLoadBalancer: balancer } });
  const client = await Client.newHazelcastClient(config);
  onTestFinished(() => client.shutdown());
  expect(members).toBe(1);
  expect(balancer.initialized).toEqual([[client.getCluster(), config]]);
  expect(balancer.initialized[0][1]).toBe(config);
});

test('a load balancer that cannot be initialized is a client that does not start', async () => {
  const balancer = new Scripted();
  const reason = new Error('no dice');
  balancer.initLoadBalancer = () => {
    throw reason;
  };
  const { config, lifecycle } = testConfig(member.address, {
    loadBalancer: { customLoadBalancer: balancer },
  });
  await expect(Client.newHazelcastClient(config)).rejects.toBe(reason);
  expect(lifecycle.count('SHUTDOWN')).toBe(1);
});

class First extends AbstractLoadBalancer {
  readonly sizes: number[] = [];

  override next(): ClusterMember | null {
    this.sizes.push(this.getMembers().length, this.getDataMembers().length);
    return this.getMembers()[0] ?? null;
  }

  override nextDataMember(): ClusterMember | null {
    return null;
  }

  override canGetNextDataMember(): boolean {
    return false;
  }
}

test.each([false, true])(
  'one that extends AbstractLoadBalancer knows the members (asyncStart: %s)',
  async (asyncStart) => {
    const balancer = new First();
    const { client, lifecycle } = await connect(member.address, {
      connectionStrategy: { asyncStart },
      loadBalancer: { customLoadBalancer: balancer },
    });
    await lifecycle.until('CONNECTED');
    await freshMap(client);
    expect(balancer.sizes).toEqual([1, 1]);
  },
);
