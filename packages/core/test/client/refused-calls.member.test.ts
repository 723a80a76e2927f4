import { Client } from 'offloop';
import { describe, expect, test } from 'vitest';

import { memberOfTest } from './support/embedded-member.js';
import { codeOf, connect, eventually, TESTED_WORKERS, untilAllDisconnected } from './support/client-bench.js';
import { Code } from './support/codes.js';
import { everyObject, LOCAL, type Called } from './support/every-method.js';

/** A listener may be added to a client that is offline: it is registered with the next connection. */
const LISTENS = /\.add\w*Listener/;

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
  !outcome.startsWith(code) && !/^ERR_ASSERTION of ((near cached |replicated )?map)\./.test(outcome);

async function outcomesOf(
  objects: readonly Called[],
  skips: (name: string) => boolean = () => false,
): Promise<string[]> {
  const calls = objects.flatMap(({ kind, methods }) =>
    [...methods].map(([method, call]) => [`${kind}.${method}`, call] as const),
  );
  return Promise.all(
    calls
      .filter(([name]) => !LOCAL.test(name) && !skips(name))
      .flatMap(([name, call]) =>
        WRONG.map(
          async ([what, value]) =>
            `${await codeOf(() => call(Array(5).fill(value)))} of ${name} with ${what}`,
        ),
      ),
  );
}

/** Resolves when no shard has a connection, and the client knows: until then calls may still be lost with one. */
async function untilOffline(client: Client): Promise<void> {
  await untilAllDisconnected(client);
  await eventually(() => !client.health().connected);
}

describe.each([TESTED_WORKERS, 0])('with workers: %s, a call with wrong arguments', (workers) => {
  test('of a client that is shut down says that first, whatever the method', async () => {
    const member = await memberOfTest();
    const { client } = await connect(member.address, { runtime: { workers }, nearCaches: { near: {} } });
    const objects = await everyObject(client);
    await client.shutdown();
    const outcomes = await outcomesOf(objects);
    expect(outcomes.length).toBeGreaterThan(800);
    expect(outcomes.filter(isOther(Code.CLIENT_NOT_ACTIVE))).toEqual([]);

    const methods = Object.getOwnPropertyNames(Client.prototype);
    const makers = methods.filter((name) => /^get[A-Z]|^addDistributedObjectListener$/.test(name));
    const local =
      /^get(Name|LocalEndpoint|ConnectionManager|LifecycleService|Cluster|ClusterService|PartitionService|CPSubsystem|Config|Sql|SerializationService)$/;
    const asked = makers.filter((name) => !local.test(name));
    expect(asked).toHaveLength(17);
    for (const name of asked) {
      const call = (client as unknown as Record<string, (...args: unknown[]) => unknown>)[name];
      expect(await codeOf(() => call.call(client, 7, { timeout: -1 }))).toBe(Code.CLIENT_NOT_ACTIVE);
    }
    await expect(client.getSql().execute(7 as unknown as string)).rejects.toMatchObject({
      cause: { code: Code.CLIENT_NOT_ACTIVE },
    });
  });

  test('of a client that is offline, and lets no call wait, says that first', async () => {
    const member = await memberOfTest();
    const { client } = await connect(member.address, {
      runtime: { workers },
      connectionStrategy: { reconnectMode: 'ASYNC' },
      nearCaches: { near: {} },
    });
    const objects = await everyObject(client);
    await member.stop();
    await untilOffline(client);
    const outcomes = await outcomesOf(objects, (name) => LISTENS.test(name));
    expect(outcomes.filter(isOther(Code.CLIENT_OFFLINE))).toEqual([]);
  });

  test('of a client whose calls wait for a connection says what is wrong with them', async () => {
    const member = await memberOfTest();
    const { client } = await connect(member.address, { runtime: { workers } });
    const map = await client.getMap('m');
    await member.stop();
    await untilOffline(client);
    expect(await codeOf(() => map.get(null))).toBe(Code.ASSERTION);
  });
});
