import { startMember, type Member } from '@offloop/member';
import type { Client, Message, Topic } from 'offloop';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';

import {
  codeOf,
  connect,
  eventually,
  type Config,
  type ConnectedClient,
  TESTED_WORKERS,
} from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

describe.each([TESTED_WORKERS, 0])('with workers: %s', (workers) => {
  const config: Config = { runtime: { workers } };
  let member: Member;
  let connected: ConnectedClient;
  let client: Client;
  let topic: Topic<unknown>;
  beforeEach(async () => {
    member = await startMember({ log: () => undefined });
    onTestFinished(() => member.stop());
    connected = await connect(member.address, config);
    ({ client } = connected);
    topic = await client.getTopic('t');
  });

  test('every listener hears each message in order, until it is removed', async () => {
    const { client: other } = await connect(member.address, config);
    const theirs = await other.getTopic<unknown>('t');
    const mine: unknown[] = [];
    const others: unknown[] = [];
    const id = await topic.addMessageListener(({ messageObject }) => mine.push(messageObject));
    await theirs.addMessageListener(({ messageObject }) => others.push(messageObject));
    await Promise.all(numbers(50).map((n) => topic.publish(n)));
    await theirs.publishAll(['a', { b: 1 }]);
    await eventually(() => mine.length === 52 && others.length === 52);
    expect(mine).toEqual([...numbers(50), 'a', { b: 1 }]);
    expect(others).toEqual(mine);
    expect(await topic.removeMessageListener(id)).toBe(true);
    expect(await topic.removeMessageListener(id)).toBe(false);
    await topic.publish('last');
    await eventually(() => others.length === 53);
    expect(mine).toHaveLength(52);
  });

  test('a message says when it was published, and which member has passed it on', async () => {
    const heard: Message<unknown>[] = [];
    await topic.addMessageListener((message) => heard.push(message));
    const before = Date.now();
    await topic.publish(1);
    await eventually(() => heard.length === 1);
    expect(heard[0].publishingTime.toNumber()).toBeGreaterThanOrEqual(before);
    expect(String(heard[0].publisher)).toBe(member.address);
    expect(topic.getServiceName()).toBe('hz:impl:topicService');
    await topic.destroy();
    expect(await client.getDistributedObjects()).toEqual([]);
  });

  test('what a listener throws is logged, and nobody else suffers from it', async () => {
    const heard: unknown[] = [];
    await topic.addMessageListener(() => {
      throw new Error('no');
    });
    await topic.addMessageListener(({ messageObject }) => heard.push(messageObject));
    await topic.publishAll([1, 2]);
    await eventually(() => heard.length === 2);
    const errors = connected.log.filter(({ level, text }) => level === 'error' && text.includes('Error: no'));
    expect(errors).toHaveLength(2);
  });

  test('arguments that are none reject', async () => {
    const none = null as never;
    for (const call of [
      topic.publish(none),
      topic.publishAll(none),
      topic.publishAll([none]),
      topic.addMessageListener(none),
    ]) {
      expect(await codeOf(call)).toBe(Code.ILLEGAL_ARGUMENT);
    }
    await topic.publishAll([]);
  });
});
