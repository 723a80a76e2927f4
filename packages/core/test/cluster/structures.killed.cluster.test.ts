import type { Client, Message, PNCounter } from 'offloop';
import { describe, expect, test } from 'vitest';

import {
  codeOf,
  connect,
  eventually,
  freshMap,
  type ConnectedClient,
} from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { listenTo } from '../objects/listeners/support/listened.js';
import { mortalCluster } from './support/mortal-cluster.js';
import { figuresOf } from '../client/support/figures.js';

const SIZE = 3;
const VICTIM = 1;
const CHANGES = 30;
const LAST = 'last';
const KINDS = ['queue', 'list', 'set', 'multimap', 'replicated map'];
const RING = '_hz_rb_';
const KEYS = Array.from({ length: 100 }, (_, i) => `key ${i}`);
const SURVIVOR = 0;

const cluster = mortalCluster(SIZE, {
  extraXml:
    '<ringbuffer name="fragile-*"><capacity>1000</capacity><backup-count>0</backup-count></ringbuffer>',
});

const connections = (client: Client): number => figuresOf(client).connections;

test('listeners hear each change once that is made when its member was killed, and when it is back', async () => {
  const { client: ours } = await cluster.connect();
  const { client: theirs } = await cluster.connect();
  const all = await Promise.all(
    KINDS.map((kind) => listenTo[kind](ours, theirs, cluster.nameAt(VICTIM, ours, kind))),
  );
  const expected = all.map((): string[] => []);
  // One member tells of an object's changes in their order, but of a replicated map's another one when its owner is dead.
  const told = (at: number, lines: readonly string[]): readonly string[] =>
    KINDS[at] === 'replicated map' ? lines.toSorted() : lines;
  const changeAll = async (phase: string): Promise<void> => {
    const texts = [...Array.from({ length: CHANGES }, (_, n) => `${phase} ${n}`), `${phase} ${LAST}`];
    await Promise.all(
      all.map(async ({ lines, change, line, kept }, at) => {
        for (const text of texts) {
          await change(text);
          expected[at].push(line(text));
        }
        // Members that lose one of them may make a change twice, of any client. Then it is heard twice.
        const made = kept === undefined ? expected[at] : Array.from(await kept(), line);
        expect([...new Set(made)]).toEqual([...new Set(expected[at])]);
        expected[at] = made;
        await eventually(
          () => lines().includes(expected[at].at(-1)!) && lines().length >= expected[at].length,
        );
      }),
    );
    expect(all.map(({ lines }, at) => told(at, lines()))).toEqual(expected.map((each, at) => told(at, each)));
  };
  await changeAll('before');
  await cluster.kill(VICTIM);
  await eventually(() => connections(ours) === SIZE - 1);
  await changeAll('without');
  await cluster.revive();
  await eventually(() => connections(ours) === SIZE);
  await changeAll('after');
});

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

describe('a reliable topic whose member is killed', () => {
  const hearing = (): { heard: number[]; onMessage: (message: Message<number>) => void } => {
    const heard: number[] = [];
    return { heard, onMessage: ({ messageObject }) => void heard.push(messageObject) };
  };

  const warningsIn = (log: ConnectedClient['log']): string[] =>
    log.filter(({ level, source }) => level === 'warn' && source === 'ReliableTopic').map(({ text }) => text);

  test('loses no message that was published, and each is heard once and in order', async () => {
    const { client, log } = await cluster.connect();
    const { client: other } = await cluster.connect();
    const name = cluster.nameAt(VICTIM, client, 'topic', RING);
    const { heard, onMessage } = hearing();
    (await client.getReliableTopic<number>(name)).addMessageListener(onMessage);
    const topic = await other.getReliableTopic<number>(name);
    const published: number[] = [];
    const failures: string[] = [];
    let next = 0;
    const publish = async (): Promise<void> => {
      const message = next++;
      const code = await codeOf(topic.publish(message));
      if (code === 'resolved') published.push(message);
      else failures.push(code);
    };
    while (heard.length < CHANGES) await publish();
    const killed = cluster.kill(VICTIM);
    for (let n = 0; n < 10 * CHANGES; n++) await publish();
    await killed;
    await eventually(() => heard.at(-1) === published.at(-1));
    expect(failures.filter((code) => code !== Code.TARGET_DISCONNECTED)).toEqual([]);
    // A publish that failed may have been heard.
    expect(published.filter((message) => message >= heard[0] && !heard.includes(message))).toEqual([]);
    const isOnceAndInOrder = heard.every((message, at) => at === 0 || message > heard[at - 1]);
    // Of a message that was heard before its backup was made the backup knows nothing: that is said.
    expect(isOnceAndInOrder || warningsIn(log).some((text) => text.includes('begun anew'))).toBe(true);
  });

  test('and has no backup loses all it had: listeners go on with what comes, unless they tolerate no loss', async () => {
    const { client, log } = await cluster.connect();
    const topic = await client.getReliableTopic<number>(cluster.nameAt(VICTIM, client, 'fragile', RING));
    const [tolerant, strict] = [hearing(), hearing()];
    topic.addMessageListener(tolerant.onMessage);
    topic.addMessageListener({ onMessage: strict.onMessage, isLossTolerant: () => false });
    for (let n = 0; n < CHANGES; n++) await topic.publish(n);
    await eventually(() => Math.min(tolerant.heard.length, strict.heard.length) === CHANGES);
    await cluster.kill(VICTIM);
    await eventually(() => connections(client) === SIZE - 1);
    for (let n = CHANGES; n < 2 * CHANGES; n++) await topic.publish(n);
    await eventually(() => tolerant.heard.length === 2 * CHANGES);
    expect(tolerant.heard).toEqual(Array.from({ length: 2 * CHANGES }, (_, n) => n));
    expect(strict.heard).toEqual(Array.from({ length: CHANGES }, (_, n) => n));
    const said = warningsIn(log).map((text) => /goes on|is removed/.exec(text)?.[0]);
    expect(said).toHaveLength(2);
    expect(new Set(said)).toEqual(new Set(['goes on', 'is removed']));
  });
});

describe('a PN counter whose replica is killed', () => {
  /** The members whose replicas are used: those without which there is no answer. */
  async function replicasOf(counters: readonly PNCounter[]): Promise<number[]> {
    await Promise.all(counters.map((counter) => counter.get()));
    const used = counters.map(() => -1);
    for (let number = 0; number < SIZE; number++) {
      const member = cluster.member(number);
      await member.freeze();
      const codes = await Promise.all(counters.map((counter) => codeOf(counter.get({ timeout: 500 }))));
      member.unfreeze();
      codes.forEach((code, at) => (used[at] = code === Code.OPERATION_TIMEOUT ? number : used[at]));
    }
    expect(used).not.toContain(-1);
    return used;
  }

  test('goes on where another replica has all that the client has seen', async () => {
    const { client } = await cluster.connect();
    const counter = await client.getPNCounter('told');
    for (let n = 0; n < CHANGES; n++) await counter.incrementAndGet();
    const readers = new Map<number, PNCounter>();
    let used = -1;
    // Which replica a client uses is chance.
    while (readers.size < SIZE) {
      const others = await Promise.all(
        Array.from({ length: 6 }, async () => (await cluster.connect()).client.getPNCounter('told')),
      );
      const [mine, ...theirs] = await replicasOf([counter, ...others]);
      used = mine;
      theirs.forEach((number, at) => readers.set(number, others[at]));
    }
    // Replicas tell each other about once a second.
    for (const reader of readers.values()) while ((await reader.get()).toNumber() < CHANGES);
    await cluster.kill(used);
    expect((await counter.get()).toNumber()).toBe(CHANGES);
    expect((await counter.incrementAndGet()).toNumber()).toBe(CHANGES + 1);
  });

  test('never gives less than its client has seen: it says that no replica knows it, until it is reset', async () => {
    const { client } = await cluster.connect();
    const counter = await client.getPNCounter('untold');
    const [used] = await replicasOf([counter]);
    let seen = 0;
    const codes = new Set<string>();
    const step = async (call: Promise<{ toNumber(): number }>): Promise<void> => {
      try {
        const value = (await call).toNumber();
        expect(value).toBeGreaterThanOrEqual(seen);
        seen = value;
      } catch (error) {
        codes.add((error as { code: string }).code);
      }
    };
    for (let n = 0; n < CHANGES; n++) await step(counter.incrementAndGet());
    const killed = cluster.kill(used);
    for (let n = 0; n < 2 * CHANGES; n++) {
      await step(counter.incrementAndGet());
      await step(counter.get());
    }
    await killed;
    await step(counter.get());
    expect([...codes]).toContain(Code.TARGET_DISCONNECTED);
    await counter.reset();
    expect((await counter.incrementAndGet()).toNumber()).toBeGreaterThan(0);
  });
});

test('flake ids are unique, whichever members are killed and started anew, and after all of them were', async () => {
  const clients = await Promise.all(
    [3, 50].map((prefetchCount) => cluster.connect({ flakeIdGenerators: { ids: { prefetchCount } } })),
  );
  const generators = await Promise.all(clients.map(({ client }) => client.getFlakeIdGenerator('ids')));
  const ids: string[] = [];
  const make = async (count: number): Promise<void> => {
    const some = await Promise.all(
      generators.flatMap((each) => Array.from({ length: count }, () => each.newId())),
    );
    ids.push(...some.map(String));
  };
  const makeDuring = async (change: Promise<unknown>): Promise<void> => {
    const state = { isOver: false };
    const over = change.finally(() => (state.isOver = true));
    while (!state.isOver) await make(10);
    await over;
    await make(100);
  };
  await make(100);
  await makeDuring(cluster.kill(VICTIM));
  await makeDuring(cluster.revive());
  await Promise.all(Array.from({ length: SIZE }, (_, number) => cluster.kill(number)));
  await makeDuring(cluster.revive());
  expect(ids.length).toBeGreaterThan(1000);
  expect(new Set(ids).size).toBe(ids.length);
});
