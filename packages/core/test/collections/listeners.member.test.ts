import { ItemEvent, ItemEventType, type Client, type DistributedCollection } from 'offloop';
import { afterEach, describe, expect, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { codeOf, connect, eventually, TESTED_WORKERS, THREADS } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { startProxiedMember } from '../client/support/proxied-member.js';
import { watchWorkers } from '../client/support/worker-watch.js';
import { callAfterCuts } from '../objects/listeners/support/after-cuts.js';
import { ItemLog } from './support/item-log.js';
import type { Kind } from './support/sequences.js';

type Collection = DistributedCollection<unknown> & { add(item: unknown): Promise<boolean> };

const member = await embeddedMember();
afterEach(() => member.faults.clear());

let names = 0;

function fresh(client: Client, kind: Kind): Promise<Collection> {
  return client[kind](`heard-${names++}`);
}

const KINDS: readonly Kind[] = ['getList', 'getQueue', 'getSet'];

describe.each(KINDS)('of %s', (kind) => {
  describe.each([TESTED_WORKERS, 0])('with workers: %s', (workers) => {
    const runtime = { workers };

    test('after each cut a listener hears again, once, of every call made on the new connection', async () => {
      const { proxy } = await startProxiedMember();
      const { client } = await connect(proxy.address, { runtime });
      const object = await fresh(client, kind);
      const log = new ItemLog();
      const id = await object.addItemListener(log.listener, true);
      const items = await callAfterCuts(proxy, client, 5, 50, (item) => object.add(item));
      await log.untilCount(items.length);
      expect(await object.removeItemListener(id)).toBe(true);
      expect(log.lines).toEqual(items.map((item) => `+${item}`));
    });

    test('an event names the object and the member; one that was removed hears nothing more', async () => {
      const { client } = await connect(member.address, { runtime });
      const object = await fresh(client, kind);
      const [gone, stays] = [new ItemLog(), new ItemLog()];
      const id = await object.addItemListener(gone.listener, true);
      await object.addItemListener(stays.listener, true);
      await object.add('a');
      await gone.untilCount(1);
      expect(gone.events[0]).toBeInstanceOf(ItemEvent);
      expect(gone.events[0].eventType).toBe(ItemEventType.ADDED);
      expect(gone.events[0].name).toBe(object.getName());
      expect(gone.events[0].member).toBe(client.getCluster().getMembers()[0]);
      expect(await object.removeItemListener(id)).toBe(true);
      expect(await object.removeItemListener(id)).toBe(false);
      expect(await object.removeItemListener('nobody')).toBe(false);
      await object.remove('a');
      await stays.untilCount(2);
      expect(gone.lines).toEqual(['+a']);
    });

    test('items are told when asked for; by default sets tell them, as the official client has it', async () => {
      const { client } = await connect(member.address, { runtime });
      const object = await fresh(client, kind);
      const [byDefault, poor] = [new ItemLog(), new ItemLog()];
      await object.addItemListener(byDefault.listener);
      await object.addItemListener(poor.listener, false);
      // It wants nothing, which is no trouble.
      await object.addItemListener({});
      await object.add('a');
      await Promise.all([byDefault.untilCount(1), poor.untilCount(1)]);
      expect(byDefault.lines).toEqual([kind === 'getSet' ? '+a' : '+null']);
      expect(poor.lines).toEqual(['+null']);
    });

    test('a listener that throws is logged, and hurts neither others nor calls', async () => {
      const { client, log } = await connect(member.address, { runtime });
      const object = await fresh(client, kind);
      await object.addItemListener({
        itemAdded: () => {
          throw new Error('of the listener');
        },
      });
      const other = new ItemLog();
      await object.addItemListener(other.listener, true);
      await object.add('a');
      await other.untilCount(1);
      expect(await object.size()).toBe(1);
      await eventually(() =>
        log.some(({ level, text }) => level === 'error' && /of the listener/.test(text)),
      );
    });

    test('what is destroyed is empty when it is used again, and tells nobody', async () => {
      const { client } = await connect(member.address, { runtime });
      const object = await fresh(client, kind);
      const log = new ItemLog();
      await object.addItemListener(log.listener, true);
      await object.add('a');
      await log.untilCount(1);
      await object.destroy();
      const again = (await client[kind](object.getName())) as Collection;
      expect(await again.size()).toBe(0);
      const later = new ItemLog();
      await again.addItemListener(later.listener, true);
      await again.add('b');
      await later.untilCount(1);
      expect(log.lines).toEqual(['+a']);
    });

    test('what is no listener rejects, and so does any once the client is shut down', async () => {
      const { client } = await connect(member.address, { runtime });
      const object = await fresh(client, kind);
      for (const bad of [null, undefined, 7]) {
        expect(await codeOf(object.addItemListener(bad as never))).toBe(Code.ILLEGAL_ARGUMENT);
      }
      await client.shutdown();
      expect(await codeOf(object.addItemListener({}))).toBe(Code.CLIENT_NOT_ACTIVE);
    });
  });

  describe('when the worker dies', () => {
    const { killYoungest } = watchWorkers();

    test('its successor makes the registration again, and nothing is heard twice', async () => {
      const { client, lifecycle } = await connect(member.address, { runtime: { workers: THREADS } });
      const object = await fresh(client, kind);
      const log = new ItemLog();
      await object.addItemListener(log.listener, true);
      await killYoungest();
      await lifecycle.until('CONNECTED', 2);
      const items = Array.from({ length: 50 }, (_, i) => `${i}`);
      await Promise.all(items.map((item) => object.add(item)));
      await log.untilCount(items.length);
      expect(log.lines).toEqual(items.map((item) => `+${item}`));
    });
  });
});
