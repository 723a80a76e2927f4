import { startMember, type Member, type MemberOptions } from '@offloop/member';
import { freePort } from '@offloop/tools';
import type { ITopic as OfficialTopic } from 'hazelcast-client';
import Long from 'long';
import type { Client, ITopic, Message, ReliableMessageListener } from 'offloop';
import { beforeEach, describe, expect, expectTypeOf, onTestFinished, test } from 'vitest';

import {
  codeOf,
  connect,
  eventually,
  type Config,
  type ConnectedClient,
  TESTED_WORKERS,
} from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { startProxiedMember } from '../client/support/proxied-member.js';
import { connectOfficial } from '../cluster/support/official.js';
import { leavesNothingBehind } from '../faults/support/leaves-nothing-behind.js';
import { placeSaboteur } from '../faults/support/saboteur.js';
import { figuresOf } from '../client/support/figures.js';

async function start(options: MemberOptions = {}): Promise<Member> {
  const member = await startMember({ log: () => undefined, ...options });
  onTestFinished(() => member.stop());
  return member;
}

interface Heard<E> {
  readonly texts: E[];
  readonly listener: (message: Message<E>) => void;
  until(count: number): Promise<void>;
}

function hearing<E>(): Heard<E> {
  const texts: E[] = [];
  return {
    texts,
    listener: ({ messageObject }) => void texts.push(messageObject),
    until: (count) => eventually(() => texts.length >= count),
  };
}

const numbers = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

const readers = (member: Member, count: number): Promise<void> =>
  eventually(() => member.stats().waitingCalls === count);

describe.each([TESTED_WORKERS, 0])('with workers: %i', (workers) => {
  const config: Config = { runtime: { workers } };
  let member: Member;
  let connected: ConnectedClient;
  let client: Client;
  let topic: ITopic<number>;
  beforeEach(async () => {
    member = await start();
    connected = await connect(member.address, config);
    ({ client } = connected);
    topic = await client.getReliableTopic('t');
  });

  test('a topic and its ring buffer are made and destroyed together', async () => {
    expect(topic.getServiceName()).toBe('hz:impl:reliableTopicService');
    const names = async (): Promise<string[]> =>
      (await client.getDistributedObjects())
        .map((each) => `${each.getServiceName()} ${each.getName()}`)
        .sort();
    expect(await names()).toEqual(['hz:impl:reliableTopicService t', 'hz:impl:ringbufferService _hz_rb_t']);
    const heard = hearing<number>();
    const id = topic.addMessageListener(heard.listener);
    await topic.destroy();
    expect(topic.removeMessageListener(id)).toBe(false);
    expect(await names()).toEqual([]);
  });

  test('a listener hears what is published from its adding on, in order, until it is removed', async () => {
    await topic.publish(-1);
    const heard = hearing<number>();
    const id = topic.addMessageListener(heard.listener);
    await Promise.all(numbers(0, 100).map((n) => topic.publish(n)));
    await topic.publishAll(numbers(100, 150));
    await heard.until(150);
    expect(heard.texts).toEqual(numbers(0, 150));
    expect(topic.removeMessageListener(id)).toBe(true);
    expect(topic.removeMessageListener(id)).toBe(false);
    await topic.publish(7);
    await eventually(() => figuresOf(client).inFlight === 0);
    expect(heard.texts).toHaveLength(150);
  });

  test('a message says when and by whom it was published, whichever client did', async () => {
    const official = await connectOfficial(member.address);
    const theirs: OfficialTopic<unknown> = await official.getReliableTopic('t');
    const heard: [
      who: string,
      message: { messageObject: unknown; publisher: unknown; publishingTime: unknown },
    ][] = [];
    theirs.addMessageListener((message) => heard.push(['theirs', message]));
    topic.addMessageListener((message) => heard.push(['ours', message]));
    await readers(member, 2);
    const before = Date.now();
    await topic.publish(1);
    await theirs.publish({ a: 'text' });
    await eventually(() => heard.length === 4);
    const told = (who: string): unknown[] =>
      heard
        .filter(([each]) => each === who)
        .map(([, { messageObject, publisher }]) => [messageObject, String(publisher)]);
    expect(told('ours')).toEqual(told('theirs'));
    expect(told('ours')).toEqual([
      [1, client.getLocalEndpoint().localAddress.toString()],
      [{ a: 'text' }, official.getLocalEndpoint().localAddress.toString()],
    ]);
    for (const [, { publishingTime }] of heard) {
      expect(Number(String(publishingTime))).toBeGreaterThanOrEqual(before);
    }
  });

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

  test('a ring buffer that has not come as far as a stored sequence is read from its beginning, and one destroyed no more', async () => {
    const { client: other } = await connect(member.address, config);
    await topic.publishAll(numbers(0, 5));
    const ring = await other.getRingbuffer('_hz_rb_t');
    const stored: number[] = [];
    const heard = hearing<number>();
    topic.addMessageListener({
      onMessage: heard.listener,
      retrieveInitialSequence: () => 100,
      storeSequence: (sequence) => stored.push(sequence.toNumber()),
    });
    await heard.until(5);
    expect(stored).toEqual(numbers(0, 5));
    await readers(member, 1);
    await ring.destroy();
    // A read that waits hears of it, and nobody knows whether there will be another.
    await eventually(() => connected.log.some(({ text }) => text.includes('is removed')));
  });

  test('a late listener goes on from the oldest message, unless it does not tolerate loss', async () => {
    const small = await start({ ringbuffers: { capacity: 5 } });
    const { client: late, log } = await connect(small.address, config);
    const its = await late.getReliableTopic<number>('t');
    for (const n of [0, 4, 8]) await its.publishAll(numbers(n, n + 4));
    const tolerant = hearing<number>();
    const strict = hearing<number>();
    its.addMessageListener({ onMessage: tolerant.listener, retrieveInitialSequence: () => Long.ZERO });
    const id = its.addMessageListener({
      onMessage: strict.listener,
      retrieveInitialSequence: () => 0,
      isLossTolerant: () => false,
    });
    await tolerant.until(5);
    expect(tolerant.texts).toEqual(numbers(7, 12));
    await eventually(() => log.some(({ text }) => text.includes('is removed: 7 messages were lost')));
    expect(its.removeMessageListener(id)).toBe(false);
    expect(strict.texts).toEqual([]);
  });

  test('a listener that stores its sequence goes on where it was, in another life', async () => {
    await topic.publishAll(numbers(0, 10));
    let stored = -1;
    const heard = hearing<number>();
    const durable: ReliableMessageListener<number> = {
      onMessage: heard.listener,
      retrieveInitialSequence: () => stored + 1,
      storeSequence: (sequence) => {
        stored = sequence.toNumber();
      },
      isLossTolerant: () => false,
    };
    const id = topic.addMessageListener(durable);
    await heard.until(10);
    topic.removeMessageListener(id);
    await topic.publishAll(numbers(10, 20));
    const { client: next } = await connect(member.address, config);
    (await next.getReliableTopic<number>('t')).addMessageListener(durable);
    await heard.until(20);
    expect(heard.texts).toEqual(numbers(0, 20));
    expect(stored).toBe(19);
  });

  test('what a listener throws is logged, and removes it where it says so', async () => {
    const heard = hearing<number>();
    const angry = (message: Message<number>): never => {
      heard.listener(message);
      throw new Error(`no ${message.messageObject}`);
    };
    topic.addMessageListener(angry);
    const terminal: number[] = [];
    const id = topic.addMessageListener({
      onMessage: async ({ messageObject }) => {
        terminal.push(messageObject);
        await Promise.reject(new Error('terminal'));
      },
      isTerminal: (error) => (error as Error).message === 'terminal',
    });
    await topic.publish(0);
    await eventually(() => connected.log.some(({ text }) => text.includes('is removed')));
    expect(topic.removeMessageListener(id)).toBe(false);
    await topic.publish(1);
    await heard.until(2);
    expect(heard.texts).toEqual([0, 1]);
    expect(terminal).toEqual([0]);
    const errors = connected.log.filter(({ level }) => level === 'error').map(({ text }) => text);
    expect(errors.filter((text) => /threw: Error: no [01]/.test(text))).toHaveLength(2);
  });

  test('what is no message in the ring buffer is logged and left out', async () => {
    const heard = hearing<number>();
    topic.addMessageListener(heard.listener);
    const ring = await client.getRingbuffer<unknown>('_hz_rb_t');
    await ring.add('stray');
    await ring.add(7);
    await topic.publish(1);
    await heard.until(1);
    expect(heard.texts).toEqual([1]);
    const errors = connected.log.filter(({ level }) => level === 'error').map(({ text }) => text);
    expect(errors.filter((text) => text.includes('cannot be read'))).toHaveLength(2);
  });

  test('a listener may remove itself in the middle of a batch', async () => {
    const heard: number[] = [];
    const id = topic.addMessageListener(({ messageObject }) => {
      heard.push(messageObject);
      if (messageObject === 2) topic.removeMessageListener(id);
    });
    await topic.publishAll(numbers(0, 10));
    await eventually(() => heard.length === 3 && figuresOf(client).inFlight === 0);
    expect(heard).toEqual([0, 1, 2]);
  });

  test('batches are as long as configured, by name, pattern and default', async () => {
    const { client: configured } = await connect(member.address, {
      ...config,
      reliableTopics: {
        mine: { readBatchSize: 1 },
        'many-*': { readBatchSize: 1000 },
        default: { readBatchSize: 5 },
      },
    });
    const reads = (): number => member.stats().requests['ringbuffer.readMany'] ?? 0;
    // The last one waits. After full batches two were ahead of the last message, and found nothing.
    for (const [name, expected] of [
      ['mine', 20 + 2 + 1],
      ['many-x', 1 + 1],
      ['other', 4 + 2 + 1],
    ] as const) {
      const its = await configured.getReliableTopic<number>(name);
      await its.publishAll(numbers(0, 20));
      const heard = hearing<number>();
      const before = reads();
      const id = its.addMessageListener({ onMessage: heard.listener, retrieveInitialSequence: () => 0 });
      await heard.until(20);
      await readers(member, 1);
      expect([name, reads() - before]).toEqual([name, expected]);
      its.removeMessageListener(id);
      // The member does not hear of that: the next message ends the read.
      await its.publish(20);
      await readers(member, 0);
    }
  });

  describe('without room', () => {
    let full: Member;
    beforeEach(async () => {
      full = await start({ ringbuffers: { capacity: 3, ttl: 300 } });
    });
    const fullTopic = async (overloadPolicy: 'BLOCK' | 'ERROR' | 'DISCARD_OLDEST' | 'DISCARD_NEWEST') => {
      const { client: its } = await connect(full.address, {
        ...config,
        reliableTopics: { t: { overloadPolicy } },
      });
      const made = await its.getReliableTopic<number>('t');
      const ring = await its.getRingbuffer<unknown>('_hz_rb_t');
      const tail = async (): Promise<number> => (await ring.tailSequence()).toNumber();
      return { its, made, tail };
    };

    test('ERROR rejects with TopicOverloadError', async () => {
      const { made, tail } = await fullTopic('ERROR');
      await made.publishAll([1, 2, 3]);
      expect(await codeOf(made.publish(4))).toBe('ERR_OFFLOOP_TOPIC_OVERLOAD');
      expect(await codeOf(made.publishAll([4, 5]))).toBe('ERR_OFFLOOP_TOPIC_OVERLOAD');
      expect(await tail()).toBe(2);
    });

    test('DISCARD_NEWEST drops it', async () => {
      const { made, tail } = await fullTopic('DISCARD_NEWEST');
      await made.publishAll([1, 2, 3]);
      await made.publish(4);
      expect(await tail()).toBe(2);
    });

    test('DISCARD_OLDEST overwrites', async () => {
      const { made, tail } = await fullTopic('DISCARD_OLDEST');
      await made.publishAll([1, 2, 3]);
      await made.publish(4);
      expect(await tail()).toBe(3);
    });

    test('BLOCK waits for room, for as long as it is told, and not beyond the client', async () => {
      const { its, made, tail } = await fullTopic('BLOCK');
      const heard = hearing<number>();
      made.addMessageListener(heard.listener);
      await made.publishAll([1, 2, 3]);
      await made.publish(4);
      expect(await tail()).toBe(3);
      await heard.until(4);
      expect(heard.texts).toEqual([1, 2, 3, 4]);
      const aborted = new AbortController();
      // More than the ring buffer holds: there is never room for them.
      const waiting = [
        codeOf(made.publishAll(numbers(0, 4), { timeout: 150 })),
        codeOf(made.publishAll(numbers(0, 4), { signal: aborted.signal })),
        codeOf(made.publishAll(numbers(0, 4))),
      ];
      expect(await waiting[0]).toBe(Code.OPERATION_TIMEOUT);
      aborted.abort();
      expect(await waiting[1]).toBe(Code.CANCELLATION);
      await its.shutdown();
      expect(await waiting[2]).toBe(Code.CLIENT_NOT_ACTIVE);
    });
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

  test('what is no listener is refused at once, and what is no message by the promise', async () => {
    for (const none of [null, undefined, 7, {}, { onMessage: 'x' }]) {
      expect(() => topic.addMessageListener(none as never)).toThrow(/^a message listener must be/);
    }
    for (const call of [
      topic.publish(null as never),
      topic.publishAll(null as never),
      topic.publishAll([1, undefined as never]),
      topic.publish(1, { timeout: -1 }),
    ]) {
      expect(await codeOf(call)).toBe(Code.ILLEGAL_ARGUMENT);
    }
    expect(await codeOf(topic.publish((() => 1) as never))).toBe(Code.SERIALIZATION);
    expect(topic.removeMessageListener('nobody')).toBe(false);
    await topic.publishAll([]);
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

test('the official interface is part of ours', () => {
  expectTypeOf<Exclude<keyof OfficialTopic<string>, keyof ITopic<string>>>().toEqualTypeOf<never>();
  expectTypeOf<Pick<ITopic<string>, 'publish' | 'removeMessageListener'>>().toExtend<
    Pick<OfficialTopic<string>, 'publish' | 'removeMessageListener'>
  >();
});
