import { Predicates, type Client, type IMap, type ItemEvent, type TransactionOptions } from 'offloop';
import { expect, test } from 'vitest';

import { codeOf, connect, eventually, freshMap, type Config } from '../../client/support/client-bench.js';

const TIMED_OUT = 'ERR_OFFLOOP_TRANSACTION_TIMED_OUT';
const CONCURRENT = 'ERR_OFFLOOP_CONCURRENT_MODIFICATION';

/** A lock is waited for as long as the transaction may take. */
const SHORT: TransactionOptions = { timeoutMillis: 300 };

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

interface Two {
  readonly ours: Client;
  readonly theirs: Client;
  readonly map: IMap<string, number, null>;
  readonly name: string;
}

/** What transactions do beside each other and beside plain calls, whichever member answers. */
export function testBehaviours(address: () => string): void {
  const two = async (config?: Config): Promise<Two> => {
    const [{ client: ours }, { client: theirs }] = [
      await connect(address(), config),
      await connect(address()),
    ];
    const map: IMap<string, number, null> = await freshMap(theirs);
    return { ours, theirs, map, name: map.getName() };
  };

  test('a change waits for the transaction that has the key, and goes on from what it left', async () => {
    const { ours, theirs, map, name } = await two();
    await map.set('k', 1);
    const context = ours.newTransactionContext();
    await context.begin();
    await context.getMap<string, number>(name).set('k', 2);
    const plain = map.put('k', 10);
    const other = theirs.transaction(async (tx) => {
      const inside = tx.getMap<string, number>(name);
      const before = await inside.getForUpdate('k');
      await inside.set('k', before! + 100);
      return before;
    });
    await map.set('l', 1);
    await context.commit();
    const [first, second] = await Promise.all([plain, other]);
    // Whichever came first.
    expect([first, second]).toEqual(first === 2 ? [2, 10] : [102, 2]);
    expect(await map.get('k')).toBe(first === 2 ? 110 : 10);
  });

  test('the wait for a lock ends with the time of the transaction, which may go on without it', async () => {
    const { ours, theirs, map, name } = await two();
    const holder = theirs.newTransactionContext();
    await holder.begin();
    await holder.getMap<string, number>(name).set('k', 1);
    await holder.getMultiMap<string, number>(name).put('k', 1);
    const context = ours.newTransactionContext({ timeoutMillis: 1000 });
    await context.begin();
    const waits = [
      codeOf(context.getMap<string, number>(name).set('k', 2)),
      codeOf(context.getMultiMap<string, number>(name).put('k', 2)),
    ];
    expect(await Promise.all(waits)).toEqual([TIMED_OUT, CONCURRENT]);
    expect(await codeOf(context.commit())).toBe(TIMED_OUT);
    await holder.commit();
    expect(await map.get('k')).toBe(1);
  });

  test('transactions of two clients that change one key of a multimap follow each other', async () => {
    const { ours, theirs, name } = await two();
    const context = ours.newTransactionContext();
    await context.begin();
    await context.getMultiMap<string, number>(name).put('k', 1);
    const other = theirs.transaction((tx) => tx.getMultiMap<string, number>(name).get('k'));
    expect(await other).toEqual([]);
    const change = theirs.transaction(async (tx) => {
      const inside = tx.getMultiMap<string, number>(name);
      await inside.put('k', 2);
      return inside.get('k');
    });
    await (await theirs.getMultiMap(name)).size();
    await context.commit();
    expect(new Set(await change)).toEqual(new Set([1, 2]));
  });

  test('two that want each other’s keys do not wait for ever', async () => {
    const { ours, theirs, map, name } = await two();
    const [a, b] = [ours.newTransactionContext(SHORT), theirs.newTransactionContext()];
    await Promise.all([a.begin(), b.begin()]);
    await Promise.all([
      a.getMap<string, number>(name).set('k', 1),
      b.getMap<string, number>(name).set('l', 2),
    ]);
    // The time of the first is over, and so are its locks.
    const ends = [
      codeOf(a.getMap<string, number>(name).set('l', 1)),
      codeOf(b.getMap<string, number>(name).set('k', 2)),
    ];
    expect(await Promise.all(ends)).toEqual([TIMED_OUT, 'resolved']);
    await b.commit();
    expect([await map.get('k'), await map.get('l')]).toEqual([2, 2]);
    expect(await codeOf(a.commit())).toBe(TIMED_OUT);
  });

  test('past its time its locks are free, and its commit changes nothing', async () => {
    const { ours, map, name } = await two();
    const context = ours.newTransactionContext(SHORT);
    await context.begin();
    await context.getMap<string, number>(name).set('k', 1);
    // Waits for the lock.
    await map.set('k', 7);
    expect(await codeOf(context.commit())).toBe(TIMED_OUT);
    expect(await map.get('k')).toBe(7);
  });

  test('a lock that the program has keeps its own transactions waiting, too', async () => {
    const { ours, name } = await two();
    const map = await ours.getMap<string, number>(name);
    await map.lock('k');
    const context = ours.newTransactionContext(SHORT);
    await context.begin();
    expect(await codeOf(context.getMap<string, number>(name).set('k', 1))).toBe(TIMED_OUT);
    await context.rollback();
    await map.unlock('k');
    await ours.transaction((tx) => tx.getMap<string, number>(name).set('k', 1));
    expect([await map.get('k'), await map.isLocked('k')]).toEqual([1, false]);
  });

  test('a change in one phase keeps readers waiting', async () => {
    const { ours, map, name } = await two();
    await map.set('k', 1);
    const context = ours.newTransactionContext({ type: 'ONE_PHASE' });
    await context.begin();
    await context.getMap<string, number>(name).set('k', 2);
    let isRead = false;
    const read = map.get('k').then((value) => {
      isRead = true;
      return value;
    });
    expect([await map.get('l'), isRead]).toEqual([null, false]);
    await context.commit();
    expect(await read).toBe(2);
  });

  test('a time to live counts from the commit on', async () => {
    const { ours, map, name } = await two();
    const context = ours.newTransactionContext();
    await context.begin();
    await context.getMap<string, number>(name).put('k', 1, 2000);
    await context.commit();
    const { ttl } = (await map.getEntryView('k'))!;
    expect(Number(ttl)).toBeGreaterThan(0);
    expect(Number(ttl)).toBeLessThanOrEqual(2000);
  });

  test('listeners hear of changes at the commit, and of none that is rolled back', async () => {
    const { ours, theirs, map, name } = await two();
    await map.set('gone', 1);
    await map.set('old', 1);
    const heard: string[] = [];
    const say = (what: string) => (event: { key: string; value: number | null; oldValue: number | null }) =>
      void heard.push(`${what} ${event.key} ${event.oldValue} ${event.value}`);
    await map.addEntryListener(
      { added: say('added'), updated: say('updated'), removed: say('removed') },
      undefined,
      true,
    );
    const queue = await theirs.getQueue<string>(name);
    await queue.offer('first');
    const items: string[] = [];
    const take = (sign: string) => (event: ItemEvent<string>) => void items.push(sign + event.item);
    await queue.addItemListener({ itemAdded: take('+'), itemRemoved: take('-') }, true);
    const change = async (context: ReturnType<Client['newTransactionContext']>): Promise<void> => {
      const inside = context.getMap<string, number>(name);
      await inside.set('new', 2);
      await inside.set('old', 2);
      await inside.delete('gone');
      await context.getQueue<string>(name).offer('second');
      expect(await context.getQueue<string>(name).poll()).toBe('first');
    };
    const context = ours.newTransactionContext();
    await context.begin();
    await change(context);
    await context.rollback();
    await context.begin();
    await change(context);
    await map.set('beside', 1);
    await context.commit();
    await map.set('last', 1);
    await eventually(() => heard.length === 5 && items.length === 2);
    expect(heard.toSorted()).toEqual(
      [
        'added beside null 1',
        'added new null 2',
        'added last null 1',
        'removed gone 1 null',
        'updated old 1 2',
      ].toSorted(),
    );
    expect(items.toSorted()).toEqual(['+second', '-first']);
  });

  test('the client’s near cache has what it has committed, and nothing of what it has not', async () => {
    const { ours, theirs, map, name } = await two({ nearCaches: { 'map-*': {} } });
    await map.set('k', 1);
    await map.set('l', 1);
    const near: IMap<string, number, null> = await ours.getMap(name);
    const read = async (): Promise<unknown[]> => [await near.get('k'), await near.get('l')];
    // Served by the near cache from some read on.
    const hits = (): number => ours.stats().nearCaches[name].hitCount;
    while (hits() < 4) {
      expect(await Promise.all([read(), turn()])).toEqual([[1, 1], undefined]);
    }
    for (let n = 2; n < 50; n++) {
      const context = ours.newTransactionContext();
      await context.begin();
      const inside = context.getMap<string, number>(name);
      await Promise.all([inside.set('k', n), inside.delete('l'), inside.set('l', n)]);
      expect(await read()).toEqual([n - 1, n - 1]);
      await context.commit();
      expect(await read()).toEqual([n, n]);
    }
    await theirs.transaction((tx) => tx.getMap<string, number>(name).set('k', 100));
    // By the members' events.
    while ((await near.get('k')) !== 100) await turn();
  });

  test('queries see the transaction’s own entries, and those of others as they are', async () => {
    const { ours, name } = await two();
    const map = await ours.getMap<string, { age: number }>(name);
    await map.set('old', { age: 70 });
    await map.set('young', { age: 7 });
    const grown = Predicates.greaterEqual('age', 18);
    const found = await ours.transaction(async (tx) => {
      const inside = tx.getMap<string, { age: number }>(name);
      await inside.set('new', { age: 30 });
      await inside.set('young', { age: 18 });
      await inside.delete('old');
      return { keys: await inside.keySet(grown), values: await inside.values(grown) };
    });
    expect(found.keys.toSorted()).toEqual(['new', 'young']);
    expect(new Set(found.values.map(({ age }) => age))).toEqual(new Set([18, 30]));
    const context = ours.newTransactionContext();
    await context.begin();
    const paged = context.getMap(name).keySet(Predicates.paging(grown, 2));
    expect(await codeOf(paged)).toBe('ERR_OFFLOOP_ILLEGAL_ARGUMENT');
    await context.rollback();
  });

  test('an item that is taken is gone for others at once, and comes back where it was', async () => {
    const { ours, theirs, name } = await two();
    const queue = await theirs.getQueue<string>(name);
    await queue.addAll(['a', 'b', 'c']);
    const [first, second] = [ours.newTransactionContext(), ours.newTransactionContext()];
    await Promise.all([first.begin(), second.begin()]);
    expect(await first.getQueue(name).poll()).toBe('a');
    expect(await second.getQueue(name).poll()).toBe('b');
    expect(await queue.toArray()).toEqual(['c']);
    await first.rollback();
    await second.rollback();
    expect(await queue.toArray()).toEqual(['a', 'b', 'c']);
  });

  test('a take waits for what comes, and another transaction brings it at its commit', async () => {
    const { ours, theirs, name } = await two();
    const taking = ours.transaction((tx) => tx.getQueue<string>(name).take());
    await theirs.transaction(async (tx) => {
      await tx.getQueue<string>(name).offer('x');
      await tx.getQueue<string>(name).offer('y');
    });
    expect(await taking).toBe('x');
    expect(await (await theirs.getQueue(name)).toArray()).toEqual(['y']);
  });

  test('many contexts of one client run side by side', async () => {
    const { ours, map, name } = await two();
    const sums = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        ours.transaction(async (tx) => {
          const inside = tx.getMap<string, number>(name);
          await inside.set(`own ${i}`, i);
          const sum = ((await inside.getForUpdate('sum')) ?? 0) + 1;
          await inside.set('sum', sum);
          return sum;
        }),
      ),
    );
    expect(sums.toSorted((x, y) => x - y)).toEqual(Array.from({ length: 30 }, (_, i) => i + 1));
    expect([await map.get('sum'), await map.size()]).toEqual([30, 31]);
  });
}
