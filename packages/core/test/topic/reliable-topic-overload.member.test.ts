import type { Member } from '@offloop/member';
import { beforeEach, describe, expect, test } from 'vitest';

import { codeOf, connect, TESTED_WORKERS } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { hearing, numbers, start } from './support/reliable-topics.js';

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
