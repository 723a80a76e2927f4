import type { IQueue } from 'offloop';
import { expect, test } from 'vitest';

import { codeOf, eventually } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { mortalCluster } from './support/mortal-cluster.js';

const SIZE = 3;
const FLOWS = 4;
const ITEMS = 300;

const cluster = mortalCluster(SIZE);

test('a take that waits takes no signal, and ends with its client', async () => {
  const { client } = await cluster.connect();
  const queue: IQueue<string> = await client.getQueue(cluster.nameAt(1, client, 'shut'));
  const { signal } = new AbortController();
  const takeUnless = queue.take.bind(queue) as (options: { signal: AbortSignal }) => Promise<string>;
  expect(await codeOf(takeUnless({ signal }))).toBe(Code.ILLEGAL_ARGUMENT);
  const mine: Promise<string>[] = [];
  for (let n = 0; n < FLOWS; n++) {
    const { client: gone } = await cluster.connect();
    const its = await gone.getQueue(queue.getName());
    const taking = codeOf(its.take());
    await its.size();
    mine.push(queue.take());
    await queue.size();
    await gone.shutdown();
    expect(await taking).toBe(Code.CLIENT_NOT_ACTIVE);
  }
  for (let n = 0; n < FLOWS; n++) await queue.put(`item ${n}`);
  expect(await Promise.all(mine)).toEqual(mine.map((_, n) => `item ${n}`));
});

test('calls that wait at a member that is killed reject, and take nothing of what comes later; others wait on', async () => {
  const { client } = await cluster.connect();
  const { client: theirs } = await cluster.connect();
  const lost = await client.getQueue<string>(cluster.nameAt(1, client, 'lost'));
  const kept = await client.getQueue<string>(cluster.nameAt(2, client, 'kept'));
  const waiting = [lost.take(), lost.poll(600_000)].map(codeOf);
  const onwards = [kept.take(), kept.poll(600_000)];
  // Behind them, so the members have them by then.
  await Promise.all([lost.size(), kept.size()]);
  await cluster.kill(1);
  expect(await Promise.all(waiting)).toEqual([Code.TARGET_DISCONNECTED, Code.TARGET_DISCONNECTED]);
  for (const queue of [lost, kept]) {
    await (await theirs.getQueue<string>(queue.getName())).addAll(['a', 'b']);
  }
  expect(await Promise.all(onwards)).toEqual(['a', 'b']);
  expect([await lost.take(), await lost.poll(600_000)]).toEqual(['a', 'b']);
});

test('with the member only items can be lost whose take was under way, and only those are taken twice that were offered then', async () => {
  const { client } = await cluster.connect();
  const name = cluster.nameAt(1, client, 'work');
  const queue = await client.getQueue<number>(name);
  const theirs = await (await cluster.connect()).client.getQueue<number>(name);
  const acknowledged = new Set<number>();
  const taken: number[] = [];
  const failures = { offers: [] as string[], takes: [] as string[] };
  let next = 0;
  const offers = { on: true };

  const offering = Array.from({ length: FLOWS }, async () => {
    while (offers.on) {
      const item = next++;
      const code = await codeOf(queue.offer(item));
      if (code === 'resolved') acknowledged.add(item);
      else failures.offers.push(code);
    }
  });
  const taking = Array.from({ length: FLOWS }, async (_, flow) => {
    for (let item: number | null = 0; item !== -1;) {
      try {
        item = await (flow % 2 === 0 ? theirs.take() : theirs.poll(600_000));
        taken.push(item);
      } catch (error) {
        failures.takes.push((error as { code: string }).code);
      }
    }
  });
  await eventually(() => taken.length > ITEMS);
  const offered = next;
  await cluster.kill(1);
  const [before, at] = [acknowledged.size, taken.length];
  await eventually(() => acknowledged.size > before + ITEMS && taken.length > at + ITEMS);
  offers.on = false;
  await Promise.all(offering);
  for (let flow = 0; flow < FLOWS; flow++) await queue.put(-1);
  await Promise.all(taking);

  const items = taken.filter((item) => item !== -1);
  const lost = [...acknowledged].filter((item) => !items.includes(item));
  // Members that lose one of them may make a call twice, of any client: one in each flow, as it has one at a time.
  const twice = items.filter((item, place) => items.indexOf(item) !== place);
  expect(twice.length).toBeLessThanOrEqual(FLOWS);
  expect(twice.every((item) => item >= offered - FLOWS)).toBe(true);
  expect(lost.length).toBeLessThanOrEqual(failures.takes.length + FLOWS);
  const codes = new Set([...failures.offers, ...failures.takes]);
  expect([...codes].filter((code) => code !== Code.TARGET_DISCONNECTED)).toEqual([]);
  // One at a time in each flow, and one kill.
  expect(failures.offers.length).toBeLessThanOrEqual(FLOWS);
  expect(failures.takes.length).toBeLessThanOrEqual(FLOWS);
  expect(await queue.size()).toBe(0);
});
