import type { Member } from '@offloop/member';
import type { ITopic as OfficialTopic } from 'hazelcast-client';
import type { Client, ITopic } from 'offloop';
import { beforeEach, describe, expect, test } from 'vitest';

import { codeOf, connect, eventually, type Config, TESTED_WORKERS } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { figuresOf } from '../client/support/figures.js';
import { connectOfficial } from '../cluster/support/official.js';
import { hearing, numbers, readers, start } from './support/reliable-topics.js';

describe.each([TESTED_WORKERS, 0])('with workers: %s', (workers) => {
  const config: Config = { runtime: { workers } };
  let member: Member;
  let client: Client;
  let topic: ITopic<number>;
  beforeEach(async () => {
    member = await start();
    ({ client } = await connect(member.address, config));
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

  test('what is no listener is refused at once, and what is no message by the promise', async () => {
    for (const none of [null, undefined, 7, {}, { onMessage: 'x' }]) {
      expect(() => topic.addMessageListener(none as never)).toThrow(/^a message listener must be/);
    }
    for (const call of [
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

describe.each([TESTED_WORKERS, 0])('without room, with workers: %s', (workers) => {
  let full: Member;
  beforeEach(async () => {
    full = await start({ ringbuffers: { capacity: 3, ttl: 300 } });
  });
  const fullTopic = async (overloadPolicy: 'BLOCK' | 'ERROR' | 'DISCARD_OLDEST' | 'DISCARD_NEWEST') => {
    const { client: its } = await connect(full.address, {
      runtime: { workers },
      reliableTopics: { t: { overloadPolicy } },
    });
    const made = await its.getReliableTopic<number>('t');
    const ring = await its.getRingbuffer<unknown>('_hz_rb_t');
    const tail = async (): Promise<number> => (await ring.tailSequence()).toNumber();
    return { its, made, tail };
  };

  test.each([
    ['ERROR', 'ERR_OFFLOOP_TOPIC_OVERLOAD', 2],
    ['DISCARD_NEWEST', 'resolved', 2],
    ['DISCARD_OLDEST', 'resolved', 3],
  ] as const)('%s is %s, and the last message is number %i', async (policy, outcome, last) => {
    const { made, tail } = await fullTopic(policy);
    await made.publishAll([1, 2, 3]);
    expect(await codeOf(made.publish(4))).toBe(outcome);
    expect(await tail()).toBe(last);
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
