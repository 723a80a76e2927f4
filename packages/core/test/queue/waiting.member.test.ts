import { startMember, type Member } from '@offloop/member';
import { ErrorCode } from '@offloop/wire';
import type { Client, IQueue } from 'offloop';
import { beforeEach, describe, expect, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { codeOf, connect, eventually, TESTED_WORKERS, THREADS } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';
import { startMemberThread } from '../client/support/member-thread.js';
import { startProxiedMember } from '../client/support/proxied-member.js';
import { workFor } from '../client/support/work-for.js';
import { watchWorkers } from '../client/support/worker-watch.js';
import { figuresOf } from '../client/support/figures.js';

const MOST = 2;
const DESTROYED = 'ERR_OFFLOOP_DISTRIBUTED_OBJECT_DESTROYED';

const member = await embeddedMember({ queues: { 'full-*': { maxSize: MOST } } });

const untilWaiting = (calls: number): Promise<void> =>
  eventually(() => member.stats().waitingCalls === calls);

let names = 0;

describe.each([TESTED_WORKERS, 0])('with workers: %s', (workers) => {
  const runtime = { workers };
  let client: Client;
  let queue: IQueue<string>;
  /** The same queue, to another client. */
  let theirs: IQueue<string>;
  beforeEach(async () => {
    ({ client } = await connect(member.address, { runtime }));
    queue = await client.getQueue(`full-${names++}`);
    const other = await connect(member.address, { runtime });
    theirs = await other.client.getQueue(queue.getName());
  });

  test('takers get what comes, in the order in which they asked', async () => {
    const order: string[] = [];
    const takers = [];
    for (const name of ['first', 'second', 'third']) {
      takers.push(queue.take().then((item) => order.push(`${name} ${item}`)));
      await untilWaiting(takers.length);
    }
    await theirs.addAll(['a', 'b']);
    await theirs.put('c');
    await Promise.all(takers);
    expect(order).toEqual(['first a', 'second b', 'third c']);
    expect(await queue.isEmpty()).toBe(true);
  });

  test('givers get in when there is room, in the order in which they asked', async () => {
    await queue.addAll(['a', 'b']);
    const givers = [];
    for (const item of ['c', 'd', 'e']) {
      givers.push(queue.put(item));
      await untilWaiting(givers.length);
    }
    givers.push(queue.offer('f', 600_000));
    await untilWaiting(4);
    const taken: string[] = [];
    for (let i = 0; i < 6; i++) taken.push(await theirs.take());
    expect(taken).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(await Promise.all(givers)).toEqual([undefined, undefined, undefined, true]);
    await untilWaiting(0);
  });

  test('a wait with an end ends without an item, or without room', async () => {
    expect(await queue.poll(20)).toBeNull();
    await queue.addAll(['a', 'b']);
    expect(await queue.offer('c', 20)).toBe(false);
    await untilWaiting(0);
    expect(await queue.toArray()).toEqual(['a', 'b']);
  });

  test('room that any call makes is given to those who wait', async () => {
    const makers = [
      () => theirs.remove('a'),
      () => theirs.removeAll(['a']),
      () => theirs.retainAll(['b']),
      () => theirs.clear(),
      () => theirs.drainTo([], 1),
    ];
    for (const makeRoom of makers) {
      await queue.addAll(['a', 'b']);
      const put = queue.put('c');
      await untilWaiting(1);
      await makeRoom();
      await put;
      expect(await queue.contains('c')).toBe(true);
      await queue.clear();
    }
  });

  test('a thousand takers and as many givers wait for each other, and every item arrives once', async () => {
    const taken = Array.from({ length: 1_000 }, () => queue.take());
    const put = Array.from({ length: 1_000 }, (_, i) => theirs.put(`${i}`));
    await Promise.all(put);
    const items = await Promise.all(taken);
    expect(items.map(Number).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 1_000 }, (_, i) => i));
    await untilWaiting(0);
  });

  test('waiting calls do not keep other calls from their answers', async () => {
    const taken = Array.from({ length: 500 }, () => queue.take());
    await untilWaiting(500);
    const list = await client.getList<number>(`beside-${names++}`);
    for (let i = 0; i < 200; i++) await list.add(i);
    expect(await list.size()).toBe(200);
    await Promise.all(Array.from({ length: 500 }, (_, i) => theirs.put(`${i}`)));
    expect(new Set(await Promise.all(taken)).size).toBe(500);
  });

  test('no deadline of the client ends a wait, and none is sent twice unless the member says so', async () => {
    const impatient = await connect(member.address, {
      runtime,
      properties: { 'hazelcast.client.invocation.timeout.millis': 0 },
    });
    const its = await impatient.client.getQueue<string>(queue.getName());
    const again = (message: string): ReturnType<Member['faults']['add']> =>
      member.faults.add({
        message,
        times: 3,
        action: { kind: 'error', code: ErrorCode.RETRYABLE_HAZELCAST, className: 'test.Again' },
      });
    again('queue.peek');
    expect(await codeOf(its.peek())).toBe(Code.OPERATION_TIMEOUT);
    const fault = again('queue.take');
    const taken = its.take();
    await untilWaiting(1);
    expect(fault.hits).toBe(3);
    await queue.add('a');
    expect(await taken).toBe('a');
  });

  test('a call that is told not to wait has the deadline of any other', async () => {
    const impatient = await connect(member.address, {
      runtime,
      properties: { 'hazelcast.client.invocation.timeout.millis': 0 },
    });
    const its = await impatient.client.getQueue<string>(queue.getName());
    for (const [message, call] of [
      ['queue.poll', () => its.poll()],
      ['queue.offer', () => its.offer('a')],
    ] as const) {
      const fault = member.faults.add({
        message,
        action: { kind: 'error', code: ErrorCode.RETRYABLE_HAZELCAST, className: 'test.Again' },
      });
      expect(await codeOf(call())).toBe(Code.OPERATION_TIMEOUT);
      fault.remove();
    }
  });

  test('what takes items away refuses what would lose them; what gives takes both', async () => {
    const options = [{ timeout: 5 }, { signal: new AbortController().signal }];
    const withOptions = queue as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
    await queue.addAll(['a', 'b']);
    for (const each of options) {
      for (const [method, ...given] of [['take'], ['poll', 0], ['poll', 10], ['drainTo', []]] as const) {
        const args: unknown[] = method === 'drainTo' ? [[], undefined, each] : [...given, each];
        await expect(withOptions[method](...args)).rejects.toThrow(/waits or acquires/);
      }
      await expect(withOptions['drainTo']([], 1, each)).rejects.toThrow(/waits or acquires/);
    }
    // From here on such calls are sent at once: the shard leads that they go by.
    expect(await queue.offer('no room', 1)).toBe(false);
    expect(await codeOf(queue.put('c', { timeout: 20 }))).toBe(Code.OPERATION_TIMEOUT);
    const controller = new AbortController();
    const aborted = codeOf(queue.offer('d', 600_000, { signal: controller.signal }));
    await untilWaiting(2);
    controller.abort();
    expect(await aborted).toBe(Code.CANCELLATION);
    // As the docstring says: the member still waits for room, and puts them in.
    expect(await theirs.take()).toBe('a');
    expect(await theirs.take()).toBe('b');
    await eventually(() => member.stats().waitingCalls === 0);
    expect(await theirs.toArray()).toEqual(['c', 'd']);
    expect(figuresOf(client).inFlight).toBe(0);
  });

  test('whoever waits when the queue is destroyed is told so', async () => {
    const taking = codeOf(queue.take());
    await untilWaiting(1);
    await theirs.destroy();
    expect(await taking).toBe(DESTROYED);
    await queue.addAll(['a', 'b']);
    const putting = codeOf(queue.put('c'));
    await untilWaiting(1);
    await theirs.destroy();
    expect(await putting).toBe(DESTROYED);
    await untilWaiting(0);
  });

  test('a client that is shut down leaves no place in the line behind, and takes nothing more', async () => {
    const gone = await connect(member.address, { runtime });
    const its = await gone.client.getQueue<string>(queue.getName());
    const taking = codeOf(its.take());
    await untilWaiting(1);
    const mine = queue.take();
    await untilWaiting(2);
    await gone.client.shutdown();
    expect(await taking).toBe(Code.CLIENT_NOT_ACTIVE);
    await untilWaiting(1);
    await theirs.add('a');
    expect(await mine).toBe('a');
  });

  test('a take that waits when its connection is lost rejects, and what comes later is still there', async () => {
    const { member: behind, proxy } = await startProxiedMember();
    const { client: cut, lifecycle } = await connect(proxy.address, { runtime });
    const its = await cut.getQueue<string>('q');
    const taking = codeOf(its.take());
    const polling = codeOf(its.poll(600_000));
    await eventually(() => behind.stats().waitingCalls === 2);
    proxy.cutAll();
    expect(await taking).toBe(Code.TARGET_DISCONNECTED);
    expect(await polling).toBe(Code.TARGET_DISCONNECTED);
    await lifecycle.until('CONNECTED', 2);
    await eventually(() => behind.stats().waitingCalls === 0);
    await its.add('a');
    expect(await its.size()).toBe(1);
    expect(await its.take()).toBe('a');
  });

  test('an item whose answer is lost with the connection is lost, and that one only', async () => {
    await queue.addAll(['a', 'b']);
    member.faults.add({ message: 'queue.take', times: 1, action: { kind: 'close', execute: true } });
    expect(await codeOf(queue.take())).toBe(Code.TARGET_DISCONNECTED);
    expect(await queue.toArray()).toEqual(['b']);
    member.faults.add({ message: 'queue.take', times: 1, action: { kind: 'close', execute: false } });
    expect(await codeOf(queue.take())).toBe(Code.TARGET_DISCONNECTED);
    expect(await queue.toArray()).toEqual(['b']);
    member.faults.add({ message: 'queue.put', times: 1, action: { kind: 'close', execute: true } });
    expect(await codeOf(queue.put('c'))).toBe(Code.TARGET_DISCONNECTED);
    expect(await queue.toArray()).toEqual(['b', 'c']);
  });

  test('a take that waits when its member dies rejects', async () => {
    const mortal = await startMember();
    const { client: its } = await connect(mortal.address, { runtime });
    const taking = codeOf((await its.getQueue('q')).take());
    await eventually(() => mortal.stats().waitingCalls === 1);
    await mortal.stop();
    expect(await taking).toBe(Code.TARGET_DISCONNECTED);
  });

  test('many items are drained at once, in their order', async () => {
    const many = await client.getQueue<number>(`many-${names++}`);
    const items = Array.from({ length: 20_000 }, (_, i) => i);
    await many.addAll(items);
    const drained: number[] = [-1];
    expect(await many.drainTo(drained)).toBe(items.length);
    expect(drained).toEqual([-1, ...items]);
  });
});

describe('when the worker dies', () => {
  const { killYoungest } = watchWorkers();

  test('a take that waits rejects, and its place in the line is given up', async () => {
    const { client, lifecycle } = await connect(member.address, { runtime: { workers: THREADS } });
    const queue = await client.getQueue<string>(`full-${names++}`);
    const taking = codeOf(queue.take());
    await untilWaiting(1);
    await killYoungest();
    expect(await taking).toBe(Code.INDETERMINATE);
    await lifecycle.until('CONNECTED', 2);
    await untilWaiting(0);
    await queue.add('a');
    expect(await queue.take()).toBe('a');
  });
});

test('a loop blocked for twice the heartbeat timeout costs a waiting call neither its connection nor its item', async () => {
  const HEARTBEAT_TIMEOUT = 1_000;
  const thread = await startMemberThread();
  try {
    const { client, lifecycle } = await connect(thread.address, {
      runtime: { workers: THREADS },
      properties: {
        'hazelcast.client.heartbeat.timeout': HEARTBEAT_TIMEOUT,
        'hazelcast.client.heartbeat.interval': HEARTBEAT_TIMEOUT / 4,
      },
    });
    const queue = await client.getQueue<string>('q');
    const taking = queue.take();
    await queue.size();
    workFor(2 * HEARTBEAT_TIMEOUT);
    await queue.add('a');
    expect(await taking).toBe('a');
    expect(lifecycle.states).toEqual(['STARTING', 'STARTED', 'CONNECTED']);
    expect(figuresOf(client)).toMatchObject({ epoch: 0, inFlight: 0, retries: 0 });
  } finally {
    await thread.stop();
  }
});
