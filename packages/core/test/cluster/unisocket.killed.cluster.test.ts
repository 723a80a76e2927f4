import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { codeOf, connect, eventually, freshMap } from '../client/support/client-bench.js';
import { figuresOf } from '../client/support/figures.js';
import { MortalCluster } from './support/mortal-cluster.js';

const KEYS = Array.from({ length: 100 }, (_, i) => `key ${i}`);
const SURVIVOR = 0;

let cluster: MortalCluster;
beforeAll(async () => {
  cluster = await MortalCluster.start(3);
}, 240_000);
afterAll(() => cluster.stop());
beforeEach(() => cluster.revive());

// Without smart routing it has one connection. The member there tells it of the changes at all members.
test.each([
  ['the one that stays', SURVIVOR],
  ['one of the two', 1],
])(
  'a listener with one connection, to %s, hears of each change after two of three members died at once',
  async (_, at) => {
    const { client } = await connect(cluster.addresses[at], {
      network: { smartRouting: false },
      runtime: { workers: 1 },
    });
    const { client: other } = await connect(cluster.addresses[SURVIVOR]);
    const map = await freshMap<string, number>(client);
    const theirs = await other.getMap<string, number>(map.getName());
    const heard: string[] = [];
    await map.addEntryListener({ added: ({ key }) => void heard.push(key) });
    await theirs.set('before', 0);
    await eventually(() => heard.length === 1);
    await Promise.all([cluster.kill(1), cluster.kill(2)]);
    await eventually(
      () => client.getCluster().getMembers().length === 1 && figuresOf(client).connections === 1,
    );
    for (const [i, key] of KEYS.entries()) {
      // Until it is promoted, a partition has no owner.
      while ((await codeOf(theirs.set(key, i))) !== 'resolved');
    }
    await eventually(() => heard.length > KEYS.length);
    expect(heard.toSorted()).toEqual(['before', ...KEYS].toSorted());
  },
);
