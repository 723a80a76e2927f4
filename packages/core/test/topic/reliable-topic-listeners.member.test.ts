import type { Member } from '@offloop/member';
import Long from 'long';
import type { Client, ITopic, Message, ReliableMessageListener } from 'offloop';
import { beforeEach, describe, expect, test } from 'vitest';

import {
  connect,
  eventually,
  type Config,
  type ConnectedClient,
  TESTED_WORKERS,
} from '../client/support/client-bench.js';
import { figuresOf } from '../client/support/figures.js';
import { hearing, numbers, readers, start } from './support/reliable-topics.js';

describe.each([TESTED_WORKERS, 0])('with workers: %s', (workers) => {
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
});
