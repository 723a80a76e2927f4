import { freePort } from '@offloop/tools';
import { describe, expect, test } from 'vitest';

import { codeOf, connect, type Config, TESTED_WORKERS } from '../client/support/client-bench.js';
import { figuresOf } from '../client/support/figures.js';
import { startProxiedMember } from '../client/support/proxied-member.js';
import { leavesNothingBehind } from '../faults/support/leaves-nothing-behind.js';
import { placeSaboteur } from '../faults/support/saboteur.js';
import { hearing, numbers, readers, start } from './support/reliable-topics.js';

describe.each([TESTED_WORKERS, 0])('with workers: %s', (workers) => {
  const config: Config = { runtime: { workers } };

  test('a listener goes on over cut connections: it hears all, once', async () => {
    const { member: behind, proxy } = await startProxiedMember();
    const { client: cut, lifecycle } = await connect(proxy.address, config);
    const { client: steady } = await connect(behind.address, config);
    const heard = hearing<number>();
    (await cut.getReliableTopic<number>('t')).addMessageListener(heard.listener);
    const publisher = await steady.getReliableTopic<number>('t');
    await readers(behind, 1);
    for (let round = 0; round < 3; round++) {
      proxy.refuse();
      proxy.cutAll();
      await lifecycle.until('DISCONNECTED', round + 1);
      await publisher.publishAll(numbers(20 * round, 20 * round + 20));
      proxy.resume();
      await heard.until(20 * (round + 1));
    }
    expect(heard.texts).toEqual(numbers(0, 60));
  });

  test('where calls reject while there is no connection, a listener rests, and goes on with the next', async () => {
    const { member: behind, proxy } = await startProxiedMember();
    const {
      client: cut,
      lifecycle,
      log,
    } = await connect(proxy.address, {
      ...config,
      connectionStrategy: {
        reconnectMode: 'ASYNC',
        connectionRetry: { initialBackoffMillis: 20, maxBackoffMillis: 100 },
      },
    });
    const { client: steady } = await connect(behind.address, config);
    const heard = hearing<number>();
    (await cut.getReliableTopic<number>('t')).addMessageListener(heard.listener);
    await readers(behind, 1);
    proxy.refuse();
    proxy.cutAll();
    await lifecycle.until('DISCONNECTED');
    await (await steady.getReliableTopic<number>('t')).publish(1);
    await proxy.untilAccepted(proxy.accepted + 5);
    const operations = figuresOf(cut).operations;
    await proxy.untilAccepted(proxy.accepted + 5);
    // One attempt a pause of at least 100 ms, in which there are two or more to connect.
    expect(figuresOf(cut).operations - operations).toBeLessThan(10);
    proxy.resume();
    await heard.until(1);
    expect(heard.texts).toEqual([1]);
    expect(log.filter(({ level }) => level === 'error')).toEqual([]);
  });

  test('after a restart of the cluster a listener hears all the new one has, and nothing twice', async () => {
    const port = await freePort();
    const first = await start({ port });
    const { client: lasting, lifecycle } = await connect(first.address, config);
    const heard = hearing<number>();
    const its = await lasting.getReliableTopic<number>('t');
    its.addMessageListener(heard.listener);
    await its.publishAll(numbers(0, 10));
    await heard.until(10);
    await first.stop();
    await lifecycle.until('DISCONNECTED');
    const second = await start({ port });
    const { client: other } = await connect(second.address, config);
    // Perhaps before the listener is back, and more than it had heard.
    await (await other.getReliableTopic<number>('t')).publishAll(numbers(10, 30));
    await heard.until(30);
    await its.publish(30);
    await heard.until(31);
    expect(heard.texts).toEqual(numbers(0, 31));
  });

  test('listeners and publishers that wait leave no timer, thread or call behind', async () => {
    const place = await startProxiedMember({ ringbuffers: { capacity: 2, ttl: 600_000 } });
    await leavesNothingBehind(async () => {
      const { client: brief, lifecycle } = await connect(place.proxy.address, {
        ...config,
        connectionStrategy: {
          reconnectMode: 'ASYNC',
          connectionRetry: { initialBackoffMillis: 20, maxBackoffMillis: 100 },
        },
      });
      const its = await brief.getReliableTopic<number>('t');
      its.addMessageListener(() => undefined);
      const removed = its.addMessageListener(() => undefined);
      await readers(place.member, 2);
      its.removeMessageListener(removed);
      const blocked = codeOf(its.publishAll([1, 2, 3]));
      place.proxy.refuse();
      place.proxy.cutAll();
      await lifecycle.until('DISCONNECTED');
      its.addMessageListener(() => undefined);
      await brief.shutdown();
      expect(await blocked).not.toBe('resolved');
      place.proxy.resume();
    });
    expect(place.member.stats().waitingCalls).toBe(0);
  });
});

test.each([1, 3])('with workers: %i, a listener goes on when any of them dies', async (workers) => {
  const saboteur = placeSaboteur();
  const member = await start();
  const { client, lifecycle } = await connect(member.address, {
    instanceName: 'dying',
    runtime: { workers },
  });
  const { client: other } = await connect(member.address, { runtime: { workers } });
  const topics = await Promise.all(
    // Their ring buffers are in partitions of all workers.
    Array.from({ length: 8 }, (_, i) => client.getReliableTopic<number>(`t${i}`)),
  );
  const all = topics.map((topic) => {
    const heard = hearing<number>();
    topic.addMessageListener(heard.listener);
    return { topic, heard };
  });
  await readers(member, all.length);
  const published = all.map((): number[] => []);
  let next = 0;
  for (let death = 0; death < 2 * workers; death++) {
    for (const [i, { topic }] of all.entries()) {
      published[i].push(next);
      await topic.publish(next++);
    }
    saboteur.throwInShard(death % workers, 'dying');
    for (const [i, { topic }] of all.entries()) {
      published[i].push(next);
      await (await other.getReliableTopic<number>(topic.getName())).publish(next++);
    }
    await lifecycle.until('CONNECTED', death + 2);
  }
  for (const [i, { heard }] of all.entries()) {
    await heard.until(published[i].length);
    expect(heard.texts).toEqual(published[i]);
  }
});
