import { ItemEvent, ItemEventType, type Client, type DistributedCollection } from 'offloop';
import { describe, expect, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { codeOf, connect, TESTED_WORKERS } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { EventLog } from '../objects/listeners/support/event-log.js';
import type { Kind } from './support/models.js';

type Collection = DistributedCollection<unknown> & { add(item: unknown): Promise<boolean> };

const member = await embeddedMember();

let names = 0;

function fresh(client: Client, kind: Kind): Promise<Collection> {
  return client[kind](`heard-${names++}`);
}

const KINDS: readonly Kind[] = ['getList', 'getQueue', 'getSet'];

describe.each(KINDS)('of %s', (kind) => {
  describe.each([TESTED_WORKERS, 0])('with workers: %s', (workers) => {
    const runtime = { workers };

    test('an event names the object and the member; one that was removed hears nothing more', async () => {
      const { client } = await connect(member.address, { runtime });
      const object = await fresh(client, kind);
      const [gone, stays] = [new EventLog(), new EventLog()];
      const id = await object.addItemListener(gone.listener, true);
      await object.addItemListener(stays.listener, true);
      await object.add('a');
      await gone.untilCount(1);
      const [{ event }] = gone.events;
      expect(event).toBeInstanceOf(ItemEvent);
      expect((event as ItemEvent<unknown>).eventType).toBe(ItemEventType.ADDED);
      expect(event.name).toBe(object.getName());
      expect(event.member).toBe(client.getCluster().getMembers()[0]);
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
      const [byDefault, poor] = [new EventLog(), new EventLog()];
      await object.addItemListener(byDefault.listener);
      await object.addItemListener(poor.listener, false);
      // It wants nothing, which is no trouble.
      await object.addItemListener({});
      await object.add('a');
      await Promise.all([byDefault.untilCount(1), poor.untilCount(1)]);
      expect(byDefault.lines).toEqual([kind === 'getSet' ? '+a' : '+null']);
      expect(poor.lines).toEqual(['+null']);
    });

    test('what is destroyed is empty when it is used again, and tells nobody', async () => {
      const { client } = await connect(member.address, { runtime });
      const object = await fresh(client, kind);
      const log = new EventLog();
      await object.addItemListener(log.listener, true);
      await object.add('a');
      await log.untilCount(1);
      await object.destroy();
      const again = (await client[kind](object.getName())) as Collection;
      expect(await again.size()).toBe(0);
      const later = new EventLog();
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
});
