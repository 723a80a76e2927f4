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
