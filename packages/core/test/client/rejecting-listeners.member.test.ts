import { expect, onTestFinished, test } from 'vitest';
import { Client } from 'offloop';

import { embeddedMember } from './support/embedded-member.js';
import {
  connectMap,
  codeOf,
  connect,
  eventually,
  freshMap,
  testConfig,
  type LogLine,
} from './support/client-bench.js';
import { Code } from './support/codes.js';

const member = await embeddedMember();

/** Promises that nobody has heard the rejection of, from now on. */
function unheard(): unknown[] {
  const reasons: unknown[] = [];
  const onUnheard = (reason: unknown): void => void reasons.push(reason);
  process.on('unhandledRejection', onUnheard);
  onTestFinished(() => void process.off('unhandledRejection', onUnheard));
  return reasons;
}

/** An async function where one is wanted that returns nothing, as users give them. */
function rejecting(what: string): () => undefined {
  const listener: unknown = async (): Promise<never> => {
    await new Promise(setImmediate);
    throw new Error(`rejected: ${what}`);
  };
  return listener as () => undefined;
}

const linesOf = (log: readonly LogLine[], what: string): readonly LogLine[] =>
  log.filter(({ text }) => text.includes(`rejected: ${what}`));

test('what the promise of a listener rejects with is logged, and ends nothing', async () => {
  const reasons = unheard();
  const { client, log, map } = await connectMap<string, string>(member.address, {
    lifecycleListeners: [rejecting('lifecycle')],
    membershipListeners: [{ init: rejecting('membership') } as object],
  });
  await map.addEntryListener({ added: rejecting('added'), mapCleared: rejecting('cleared') });
  await client.addDistributedObjectListener(rejecting('object'));
  client.getCluster().addMembershipListener({ init: rejecting('second') } as object);
  await map.set('k', 'v');
  await map.clear();
  await freshMap(client);

  const all = ['lifecycle', 'membership', 'added', 'cleared', 'object', 'second'];
  await eventually(() => all.every((what) => linesOf(log, what).length > 0));
  for (const what of all) expect(linesOf(log, what).map(({ level }) => level)).toContain('error');
  // STARTING, STARTED and CONNECTED.
  expect(linesOf(log, 'lifecycle')).toHaveLength(3);
  expect(await map.size()).toBe(0);
  expect(reasons).toEqual([]);
});

test('a thenable that is no promise of the engine’s is one too, and may throw when it is asked', async () => {
  const reasons = unheard();
  const { log, map } = await connectMap<string, string>(member.address);
  // oxlint-disable-next-line unicorn/no-thenable
  const thenable = (then: PropertyDescriptor): object => Object.defineProperty({}, 'then', then);
  const fail = (what: string): never => {
    throw new Error(`rejected: ${what}`);
  };
  const thenables: unknown[] = [
    thenable({ value: (_: unknown, reject: (error: Error) => void) => reject(new Error('rejected: value')) }),
    thenable({ value: () => fail('then') }),
    thenable({ get: () => fail('getter') }),
  ];
  await map.addEntryListener({ added: () => thenables.pop() });
  for (const key of ['a', 'b', 'c']) await map.set(key, 'v');
  const all = ['value', 'then', 'getter'];
  await eventually(() => all.every((what) => linesOf(log, what).length > 0));
  expect(reasons).toEqual([]);
});

test('a logger’s rejections go nowhere', async () => {
  const reasons = unheard();
  const log = rejecting('log');
  const logger = { log, error: log, warn: log, info: log, debug: log, trace: log };
  const { client } = await connect(member.address, { customLogger: logger });
  await client.getMap('any');
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect(reasons).toEqual([]);
});

test('a load balancer whose start rejects makes the start reject, and one that gives a promise is told', async () => {
  const reasons = unheard();
  const next = rejecting('next') as () => never;
  const { config } = testConfig(member.address, {
    loadBalancer: { customLoadBalancer: { initLoadBalancer: rejecting('start'), next } },
  });
  await expect(Client.newHazelcastClient(config)).rejects.toThrow('rejected: start');

  const { client } = await connect(member.address, {
    loadBalancer: { customLoadBalancer: { initLoadBalancer: () => undefined, next } },
  });
  expect(await codeOf(client.getDistributedObjects())).toBe(Code.ILLEGAL_STATE);
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect(reasons).toEqual([]);
});
