import { startMember } from '@offloop/member';
import type { Client } from 'offloop';
import { describe, expect, test } from 'vitest';

import { memberOfTest } from './support/embedded-member.js';
import { codeOf, connect, eventually, TESTED_WORKERS } from './support/client-bench.js';
import { Code } from './support/codes.js';

type Methods = Record<string, (...args: unknown[]) => unknown>;

/** What asks nobody. */
const LOCAL = new Set([
  'constructor',
  'getName',
  'getPartitionKey',
  'getRingbuffer',
  'getScheduledFuture',
  'getServiceName',
  'removeEntryListener',
  'removeItemListener',
  'removeMessageListener',
  'reset',
]);

/** A listener may be added to a client that is offline: it is registered with the next connection. */
const isListener = (name: string): boolean => /^add\w*Listener/.test(name);

/** Objects of every kind, by the methods that make them. */
async function objectsOf(client: Client): Promise<[kind: string, object: object][]> {
  const made = await Promise.all([
    client.getCardinalityEstimator('o'),
    client.getDurableExecutorService('o'),
    client.getExecutorService('o'),
    client.getFlakeIdGenerator('o'),
    client.getList('o'),
    client.getMap('o'),
    client.getMap('near'),
    client.getMultiMap('o'),
    client.getPNCounter('o'),
    client.getQueue('o'),
    client.getReliableTopic('o'),
    client.getReplicatedMap('o'),
    client.getRingbuffer('o'),
    client.getScheduledExecutorService('o'),
    client.getSet('o'),
    client.getTopic('o'),
  ]);
  const all = [...made, ...(await transactionalObjects(client))];
  return all.map((object) => [`${object.constructor.name} ${object.getName()}`, object]);
}

async function transactionalObjects(client: Client): Promise<{ getName(): string }[]> {
  const context = client.newTransactionContext();
  await context.begin();
  return [
    context.getList('t'),
    context.getMap('t'),
    context.getMultiMap('t'),
    context.getQueue('t'),
    context.getSet('t'),
  ];
}

/** The names of its public methods, those of the classes it extends too. */
function methodsOf(object: object): string[] {
  const names = new Set<string>();
  for (let at = object; at !== Object.prototype; at = Object.getPrototypeOf(at) as object) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(at)))
      if (typeof value === 'function') names.add(name);
  }
  // Protected ones have the same rank at run time.
  const internal = /^(invoke|listen|parts|refuse|missing|notADuration|check\w+)$/;
  return [...names].filter((name) => !LOCAL.has(name) && !internal.test(name));
}

/** Nothing any method takes, in all places. */
const WRONG: [kind: string, value: unknown][] = [
  ['null', null],
  ['undefined', undefined],
  ['a symbol', Symbol('wrong')],
  ['an array of null', [null]],
  ['wrong options', { timeout: -1 }],
];

/** True unless a map throws at once for what is missing, as in the official client, or the call says what is wrong with the client. */
const isOther = (code: string) => (outcome: string) =>
  !outcome.startsWith(code) &&
  !/^ERR_ASSERTION of (MapProxy|NearCachedMap|ReplicatedMapProxy) /.test(outcome);

async function outcomesOf(
  objects: readonly (readonly [string, object])[],
  skips: (name: string) => boolean,
): Promise<string[]> {
  const calls = objects.flatMap(([kind, object]) =>
    methodsOf(object)
      .filter((name) => !skips(name))
      .flatMap((name) =>
        WRONG.map(async ([what, value]) => {
          const call = async (): Promise<unknown> =>
            (object as Methods)[name](...Array<unknown>(5).fill(value));
          return `${await codeOf(call())} of ${kind}.${name} with ${what}`;
        }),
      ),
  );
  return Promise.all(calls);
}

describe.each([TESTED_WORKERS, 0])('with workers: %s, a call with wrong arguments', (workers) => {
  test('of a client that is shut down says that first, whatever the method', async () => {
    const member = await memberOfTest();
    const { client } = await connect(member.address, { runtime: { workers }, nearCaches: { near: {} } });
    const objects = await objectsOf(client);
    await client.shutdown();
    // A generator may have ids left, and a reliable topic's listener is added in this process.
    const isOwn = (name: string): boolean => name === 'newId' || name === 'addMessageListener';
    const outcomes = await outcomesOf(objects, isOwn);
    expect(outcomes.length).toBeGreaterThan(800);
    expect(outcomes.filter(isOther(Code.CLIENT_NOT_ACTIVE))).toEqual([]);

    const makers = methodsOf(client).filter((name) => /^get[A-Z]|^addDistributedObjectListener$/.test(name));
    const local =
      /^get(Name|LocalEndpoint|ConnectionManager|LifecycleService|Cluster|ClusterService|PartitionService|CPSubsystem|Config|Sql|SerializationService)$/;
    const asked = makers.filter((name) => !local.test(name));
    expect(asked).toHaveLength(16);
    for (const name of asked) {
      expect(await codeOf((client as unknown as Methods)[name](7, { timeout: -1 }) as Promise<unknown>)).toBe(
        Code.CLIENT_NOT_ACTIVE,
      );
    }
    await expect(client.getSql().execute(7 as unknown as string)).rejects.toMatchObject({
      cause: { code: Code.CLIENT_NOT_ACTIVE },
    });
  });

  test('of a client that is offline, and lets no call wait, says that first', async () => {
    const member = await startMember();
    const { client } = await connect(member.address, {
      runtime: { workers },
      connectionStrategy: { reconnectMode: 'ASYNC' },
      nearCaches: { near: {} },
    });
    const objects = await objectsOf(client);
    await member.stop();
    await eventually(() => !client.health().connected);
    const outcomes = await outcomesOf(objects, (name) => name === 'newId' || isListener(name));
    expect(outcomes.filter(isOther(Code.CLIENT_OFFLINE))).toEqual([]);
  });

  test('of a client whose calls wait for a connection says what is wrong with them', async () => {
    const member = await startMember();
    const { client } = await connect(member.address, { runtime: { workers } });
    const map = await client.getMap('m');
    await member.stop();
    await eventually(() => !client.health().connected);
    expect(await codeOf(() => map.get(null))).toBe(Code.ASSERTION);
  });
});
