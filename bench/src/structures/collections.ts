import { check } from '../load/call-load.js';
import { clearing, ITEMS, numberOf, type StructureWork } from './structure-cell.js';

const queueOffer: StructureWork = {
  id: 'queue-offer',
  title: 'queue, offer',
  prepare: async (client, name) => {
    const queue = await client.getQueue<string>(name);
    const offer = async (number: number): Promise<void> =>
      check(await queue.offer(ITEMS[number % ITEMS.length]), 'offer');
    return { call: clearing(offer, () => queue.clear()), end: () => queue.destroy() };
  },
};

/** Number of items below which new ones are added, long before the queue is empty. */
const REFILL_BELOW = 5000;
const REFILL = 1000;

const queuePoll: StructureWork = {
  id: 'queue-poll',
  title: 'queue, poll',
  prepare: async (client, name) => {
    const queue = await client.getQueue<string>(name);
    const batch = ITEMS.slice(0, REFILL);
    const state = {
      /** Number of items that are in the queue and that no call has been made for. */
      left: 0,
      refilling: null as Promise<void> | null,
    };
    const refill = async (): Promise<void> => {
      check(await queue.addAll(batch), 'addAll');
      state.left += batch.length;
      state.refilling = null;
    };
    for (let i = 0; i < 10; i++) await refill();
    return {
      call: async () => {
        if (state.left < REFILL_BELOW) state.refilling ??= refill();
        while (state.left === 0) await (state.refilling ??= refill());
        state.left--;
        const item = await queue.poll();
        check(item !== null && item === ITEMS[numberOf(item)], 'poll');
      },
      end: async () => {
        await state.refilling;
        check((await queue.size()) === state.left, 'an item was polled twice, or was lost');
        await queue.destroy();
      },
    };
  },
};

const listAdd: StructureWork = {
  id: 'list-add',
  title: 'list, add',
  prepare: async (client, name) => {
    const list = await client.getList<string>(name);
    const add = async (number: number): Promise<void> =>
      check(await list.add(ITEMS[number % ITEMS.length]), 'add');
    return { call: clearing(add, () => list.clear()), end: () => list.destroy() };
  },
};

/** Number of elements of a collection that is only read. */
const ELEMENTS = 1000;

const listGet: StructureWork = {
  id: 'list-get',
  title: `list of ${ELEMENTS}, get`,
  prepare: async (client, name) => {
    const list = await client.getList<string>(name);
    await list.addAll(ITEMS.slice(0, ELEMENTS));
    return {
      call: async (turn) => {
        const index = turn % ELEMENTS;
        check((await list.get(index)) === ITEMS[index], 'get');
      },
      end: () => list.destroy(),
    };
  },
};

const setAdd: StructureWork = {
  id: 'set-add',
  title: 'set, add',
  prepare: async (client, name) => {
    const set = await client.getSet<string>(name);
    let calls = 0;
    let added = 0;
    const add = async (number: number): Promise<void> => {
      calls++;
      if (await set.add(ITEMS[number % ITEMS.length])) added++;
    };
    return {
      call: clearing(add, () => set.clear()),
      end: async () => {
        // Around a clearing, some items are added again while they are still there.
        check(added > 0.9 * calls, 'add of an item that was not there');
        await set.destroy();
      },
    };
  },
};

const setContains: StructureWork = {
  id: 'set-contains',
  title: `set of ${ELEMENTS}, contains`,
  prepare: async (client, name) => {
    const set = await client.getSet<string>(name);
    await set.addAll(ITEMS.slice(0, ELEMENTS));
    return {
      // Half of the items are not there.
      call: async (turn) => {
        const index = turn % (2 * ELEMENTS);
        check((await set.contains(ITEMS[index])) === index < ELEMENTS, 'contains');
      },
      end: () => set.destroy(),
    };
  },
};

export const COLLECTIONS: readonly StructureWork[] = [
  queueOffer,
  queuePoll,
  listAdd,
  listGet,
  setAdd,
  setContains,
];
