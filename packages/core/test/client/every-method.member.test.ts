import { setImmediate as turn } from 'node:timers/promises';
import type { Client } from 'offloop';
import { describe, expect, test } from 'vitest';

import { memberOfTest } from './support/embedded-member.js';
import { connect, THREADS } from './support/client-bench.js';
import { Code } from './support/codes.js';
import { everyObject, LOCAL, type Called } from './support/every-method.js';
import { storm, type Ends } from './support/storm.js';

const COUNT = 9;

/** Wait until others bring something: on a client that is open, for ever. */
const WAITING = new Set([
  'queue.take',
  'map.lock',
  'near cached map.lock',
  'multi map.lock',
  'transactional queue.take',
]);

interface Opened {
  readonly client: Client;
  readonly objects: readonly Called[];
}

async function open(workers: number | 'auto'): Promise<Opened> {
  const member = await memberOfTest();
  const { client } = await connect(member.address, { runtime: { workers }, nearCaches: { near: {} } });
  return { client, objects: await everyObject(client) };
}

/** Calls all methods of all objects, each so many times, without waiting. @returns how those of each method ended. */
async function callAll({ objects }: Opened, skips: (name: string) => boolean): Promise<Map<string, Ends>> {
  const calls = objects.flatMap(({ kind, methods }) =>
    [...methods].map(([method, call]) => [`${kind}.${method}`, call] as const),
  );
  // Objects are destroyed by the second test.
  const called = calls.filter(([name]) => !name.endsWith('.destroy') && !skips(name));
  return new Map(
    await Promise.all(called.map(async ([name, call]) => [name, await storm(COUNT, () => call())] as const)),
  );
}

/** Those with an end that they may not have. */
function wrong(ends: ReadonlyMap<string, Ends>, mayEnd: (name: string, code: string) => boolean): string[] {
  return [...ends].flatMap(([name, codes]) =>
    Object.keys(codes)
      .filter((code) => !mayEnd(name, code))
      .map((code) => `${name}: ${code}`),
  );
}

describe.each([THREADS, 0, 'auto'] as const)('with workers: %s, every method of every object', (workers) => {
  test('settles, called many times at once, on a client that is open, closing, or closed', async () => {
    const opened = await open(workers);
    const onOpen = await callAll(opened, (name) => WAITING.has(name));
    expect(onOpen.size).toBeGreaterThan(200);
    const isRefusal = (code: string): boolean => code === Code.CLIENT_NOT_ACTIVE;
    expect(wrong(onOpen, (_, code) => !isRefusal(code))).toEqual([]);

    const underWay = callAll(opened, () => false);
    await turn();
    const closed = opened.client.shutdown();
    const onClosing = callAll(opened, () => false);
    for (const ends of [await underWay, await onClosing]) {
      const asBefore = (name: string, code: string): boolean =>
        code === 'resolved' || isRefusal(code) || code in (onOpen.get(name) ?? {});
      expect(wrong(ends, asBefore)).toEqual([]);
    }
    await closed;

    const onClosed = await callAll(opened, () => false);
    expect(wrong(onClosed, (name, code) => isRefusal(code) || LOCAL.test(name))).toEqual([]);
  });

  test('settles when its object is destroyed many times meanwhile', async () => {
    const { client } = await open(workers);
    const destroys = async (): Promise<void> => {
      const objects = await client.getDistributedObjects();
      await Promise.all(objects.map((object) => object.destroy()));
    };
    const opened = { client, objects: await everyObject(client) };
    const underWay = callAll(opened, (name) => WAITING.has(name));
    expect(await storm(COUNT, destroys)).toEqual({ resolved: COUNT });
    expect(wrong(await underWay, (_, code) => code !== Code.CLIENT_NOT_ACTIVE)).toEqual([]);
  });
});
