import type { Client, Message, PNCounter } from 'offloop';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import {
  codeOf,
  connect,
  eventually,
  type Config,
  type ConnectedClient,
} from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { ItemLog } from '../collections/support/item-log.js';
import { EventLog } from '../objects/listeners/support/event-log.js';
import { MortalCluster } from './support/mortal-cluster.js';
import { figuresOf } from '../client/support/figures.js';

const SIZE = 3;
const VICTIM = 1;
const CHANGES = 30;
const LAST = 'last';
const RING = '_hz_rb_';

let cluster: MortalCluster;
beforeAll(async () => {
  cluster = await MortalCluster.start(SIZE, {
    extraXml:
      '<ringbuffer name="fragile-*"><capacity>1000</capacity><backup-count>0</backup-count></ringbuffer>',
  });
});
beforeEach(() => cluster.revive());
afterAll(() => cluster.stop());

const connections = (client: Client): number => figuresOf(client).connections;

/** A client with a connection to each member, which knows who owns which partition. */
async function connected(config: Config = {}): Promise<ConnectedClient> {
  const bench = await connect(cluster.addresses[0], config);
  const { client } = bench;
  // Partitions are handed out when the first of them is needed.
  await (await client.getMap('any')).size();
  await eventually(() => connections(client) === SIZE);
  await eventually(() => client.getPartitionService().getPartitionOwner(0) !== undefined);
  return bench;
}

/** An object that is listened to: what was heard of it, and how another client changes it. */
interface Heard {
  readonly lines: () => readonly string[];
  readonly change: (text: string) => Promise<unknown>;
  readonly line: (text: string) => string;
  /** What the object has, if it keeps each change. */
  readonly kept?: () => Promise<Iterable<string>>;
}

type Listening = (ours: Client, theirs: Client, name: string) => Promise<Heard>;

const listenTo: Readonly<Record<string, Listening>> = {
  queue: async (ours, theirs, name) => {
    const [log, queue] = [new ItemLog(), await theirs.getQueue<string>(name)];
    await (await ours.getQueue(name)).addItemListener(log.listener, true);
    return {
      lines: () => log.lines,
      change: (text) => queue.put(text),
      line: (text) => `+${text}`,
      kept: () => queue.toArray(),
    };
  },
  list: async (ours, theirs, name) => {
    const [log, list] = [new ItemLog(), await theirs.getList<string>(name)];
    await (await ours.getList(name)).addItemListener(log.listener, true);
    return {
      lines: () => log.lines,
      change: (text) => list.add(text),
      line: (text) => `+${text}`,
      kept: () => list.toArray(),
    };
  },
  set: async (ours, theirs, name) => {
    const [log, set] = [new ItemLog(), await theirs.getSet<string>(name)];
    await (await ours.getSet(name)).addItemListener(log.listener, true);
    return { lines: () => log.lines, change: (text) => set.add(text), line: (text) => `+${text}` };
  },
  multimap: async (ours, theirs, name) => {
    const [log, map] = [new EventLog(), await theirs.getMultiMap<string, string>(name)];
    await (await ours.getMultiMap(name)).addEntryListener(log.listener, undefined, true);
    return {
      lines: () => log.lines,
      // One key, whose partition is that of the name.
      change: (text) => map.put(name, text),
      line: (text) => `added ${name}=${text}<null`,
    };
  },
  'replicated map': async (ours, theirs, name) => {
    const [log, map] = [new EventLog(), await theirs.getReplicatedMap<string, string>(name)];
    await (await ours.getReplicatedMap(name)).addEntryListener(log.listener);
    let old = 'null';
    return {
      lines: () => log.lines,
      change: (text) => map.put(name, text),
      line: (text) => {
        const line = `${old === 'null' ? 'added' : 'updated'} ${name}=${text}<${old}`;
        old = text;
        return line;
      },
    };
  },
};

test('listeners hear each change once that is made when its member was killed, and when it is back', async () => {
  const { client: ours } = await connected();
  const { client: theirs } = await connected();
  const all = await Promise.all(
    Object.entries(listenTo).map(([kind, listen]) =>
      listen(ours, theirs, cluster.nameAt(VICTIM, ours, kind)),
    ),
  );
  const expected = all.map((): string[] => []);
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
        // One member tells of one object's changes in their order: behind the last one comes none of the others.
        await eventually(() => lines().includes(expected[at].at(-1)!));
      }),
    );
    expect(all.map(({ lines }) => lines())).toEqual(expected);
  };
  await changeAll('before');
  await cluster.kill(VICTIM);
  await eventually(() => connections(ours) === SIZE - 1);
  await changeAll('without');
  await cluster.revive();
  await eventually(() => connections(ours) === SIZE);
  await changeAll('after');
});

describe('a reliable topic whose member is killed', () => {
  const hearing = (): { heard: number[]; onMessage: (message: Message<number>) => void } => {
    const heard: number[] = [];
    return { heard, onMessage: ({ messageObject }) => void heard.push(messageObject) };
  };

  const warningsIn = (log: ConnectedClient['log']): string[] =>
    log.filter(({ level, source }) => level === 'warn' && source === 'ReliableTopic').map(({ text }) => text);

  test('loses no message that was published, and each is heard once and in order', async () => {
    const { client, log } = await connected();
    const { client: other } = await connected();
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
    const { client, log } = await connected();
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
    const { client } = await connected();
    const counter = await client.getPNCounter('told');
    for (let n = 0; n < CHANGES; n++) await counter.incrementAndGet();
    const readers = new Map<number, PNCounter>();
    let used = -1;
    // Which replica a client uses is chance.
    while (readers.size < SIZE) {
      const others = await Promise.all(
        Array.from({ length: 6 }, async () => (await connected()).client.getPNCounter('told')),
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
    const { client } = await connected();
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
    [3, 50].map((prefetchCount) => connected({ flakeIdGenerators: { ids: { prefetchCount } } })),
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
