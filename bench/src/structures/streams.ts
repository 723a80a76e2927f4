import { setTimeout as delay } from 'node:timers/promises';
import { check } from '../load/call-load.js';
import { itemOf, ITEMS, numberOf, type StructureWork } from './structure-cell.js';

/** Capacity of a ring buffer: a member's default. */
const CAPACITY = 10_000;
const READ = 1000;

const ringbufferAdd: StructureWork = {
  id: 'ringbuffer-add',
  title: 'ring buffer, add',
  prepare: async (client, name) => {
    const ring = await client.getRingbuffer<string>(name);
    let calls = 0;
    return {
      call: async () => {
        const sequence = await ring.add(ITEMS[calls++ % ITEMS.length]);
        check(sequence.toNumber() < calls, 'add');
      },
      end: async () => {
        check((await ring.tailSequence()).toNumber() === calls - 1, 'an item was added twice, or was lost');
        await ring.destroy();
      },
    };
  },
};

const ringbufferReadMany: StructureWork = {
  id: `ringbuffer-readMany-${READ}`,
  title: `ring buffer, readMany of ${READ}`,
  prepare: async (client, name) => {
    const ring = await client.getRingbuffer<string>(name);
    for (let from = 0; from < CAPACITY; from += READ) await ring.addAll(ITEMS.slice(from, from + READ));
    check((await ring.headSequence()).toNumber() === 0, 'headSequence');
    return {
      call: async (turn) => {
        const from = (turn * 31) % (CAPACITY - READ);
        const result = await ring.readMany(from, READ, READ);
        let right = 0;
        for (const item of result) if (item === ITEMS[from + right]) right++;
        check(right === READ && result.size() === READ, 'readMany');
      },
      end: () => ring.destroy(),
    };
  },
};

/** An item that no call uses: once the listener has got it, it is registered. */
const PROBE = itemOf(0);
const PROBE_MILLIS = 20;

const topicPublish: StructureWork = {
  id: 'reliable-topic',
  title: 'reliable topic, from publish to the listener',
  prepare: async (client, name) => {
    const topic = await client.getReliableTopic<string>(name);
    const waiting = new Map<number, () => void>();
    const state = { isListening: false };
    const id = topic.addMessageListener(({ messageObject }) => {
      const number = numberOf(messageObject);
      state.isListening = true;
      waiting.get(number)?.();
      waiting.delete(number);
    });
    while (!state.isListening) {
      await topic.publish(PROBE);
      await delay(PROBE_MILLIS);
    }
    let calls = 0;
    return {
      call: async () => {
        const number = ++calls;
        const heard = new Promise<void>((resolve) => void waiting.set(number, resolve));
        await Promise.all([topic.publish(itemOf(number)), heard]);
      },
      end: async () => {
        topic.removeMessageListener(id);
        await topic.destroy();
      },
    };
  },
};

export const STREAMS: readonly StructureWork[] = [ringbufferAdd, ringbufferReadMany, topicPublish];
