import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

// Built: a thread runs what is in `dist`, and the inline agent is the same.
import {
  FloorError,
  RedisClient,
  ReplyError,
  SENT_COUNTER,
  type ConnectionState,
  type RedisOptions,
} from '@offloop/example-redis';
import { RedisServer, seedOf } from '@offloop/tools';
import { createRandom } from '@offloop/tools/random';

const LIBRARY = new URL('../dist/index.js', import.meta.url).href;

let server: RedisServer;
beforeAll(async () => {
  server = await RedisServer.start();
});
afterAll(() => server.stop());

const clients: RedisClient[] = [];
const workers: Worker[] = [];
const onWorker = (worker: Worker): void => void workers.push(worker);
beforeEach(() => {
  workers.length = 0;
  process.on('worker', onWorker);
});
afterEach(async () => {
  process.off('worker', onWorker);
  server.wake();
  for (const client of clients.splice(0)) {
    if ((client.stats()?.rescues ?? 0) > 0) throw new Error('a wake-up was lost');
    await client.shutdown();
  }
});

function open(options: RedisOptions = {}): { redis: RedisClient; states: ConnectionState[] } {
  const states: ConnectionState[] = [];
  const redis = new RedisClient({
    port: server.port,
    minBackoffMillis: 5,
    onState: (state) => states.push(state),
    ...options,
  });
  clients.push(redis);
  return { redis, states };
}

async function codeOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'resolved',
    (error: { code: string }) => error.code,
  );
}

async function eventually(condition: () => boolean): Promise<void> {
  while (!condition()) await turn();
}

async function eventuallyAsync(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await turn();
}

function blockLoop(millis: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, millis);
}

describe.each([
  { where: 'in a thread', threaded: true },
  { where: 'on the caller’s loop', threaded: false },
])('a client whose agent is $where', ({ threaded }) => {
  test('knows its commands', async () => {
    const { redis, states } = open({ threaded });
    expect(await redis.ping()).toBe('PONG');
    expect(states).toEqual([{ type: 'connected' }]);
    await redis.del(['k', 'n', 'none']);
    expect(await redis.get('k')).toBeNull();
    expect(await redis.getBuffer('k')).toBeNull();
    expect(await redis.set('k', 'grün')).toBe('OK');
    expect(await redis.get('k')).toBe('grün');
    expect(await redis.getBuffer('k')).toEqual(Buffer.from('grün'));
    expect(await redis.incr('n')).toBe(1);
    expect(await redis.mget(['k', 'none', 'n'])).toEqual(['grün', null, '1']);
    expect(await redis.mgetBuffer(['k', 'none'])).toEqual([Buffer.from('grün'), null]);
    expect(await redis.del(['k', 'n', 'none'])).toBe(2);
  });

  test('keeps integers exact', async () => {
    const { redis } = open({ threaded });
    const incremented = async (from: string): Promise<number | bigint> => {
      await redis.set('n', from);
      return redis.incr('n');
    };
    expect(await incremented('2147483646')).toBe(2 ** 31 - 1);
    expect(await incremented('2147483647')).toBe(2 ** 31);
    expect(await incremented('-2147483650')).toBe(-(2 ** 31) - 1);
    expect(await incremented('999999999999998')).toBe(999_999_999_999_999);
    expect(await incremented('9223372036854775806')).toBe(9_223_372_036_854_775_807n);
    expect(await incremented('-9223372036854775808')).toBe(-9_223_372_036_854_775_807n);
    expect(await codeOf(incremented('9223372036854775807'))).toBe('ERR');
  });

  test('keeps every byte of keys and values', async () => {
    const { redis } = open({ threaded });
    const { below: random } = createRandom(seedOf('random bytes'));
    const everyByte = Buffer.from(Array.from({ length: 256 }, (_, i) => i));
    const entries = Array.from({ length: 200 }, (_, i): [Buffer, Buffer] => [
      Buffer.concat([everyByte, Buffer.from(`${i}`)]),
      Buffer.from(Array.from({ length: random(5000) }, () => random(256))),
    ]);
    await Promise.all(entries.map(([key, value]) => redis.set(key, value)));
    const values = await redis.mgetBuffer(entries.map(([key]) => key));
    for (const [i, [key, value]] of entries.entries()) {
      expect((await redis.getBuffer(key))?.equals(value)).toBe(true);
      expect(values[i]?.equals(value)).toBe(true);
    }
  });

  test('says what the server says, to the call it says it to', async () => {
    const { redis } = open({ threaded });
    await redis.set('text', 'x');
    const [failed, got] = await Promise.allSettled([redis.incr('text'), redis.get('text')]);
    expect(failed).toMatchObject({ status: 'rejected', reason: { name: 'ReplyError', code: 'ERR' } });
    expect(got).toMatchObject({ status: 'fulfilled', value: 'x' });
    await expect(redis.mget([])).rejects.toBeInstanceOf(ReplyError);
    await expect(redis.get(1 as never)).rejects.toBeInstanceOf(TypeError);
  });

  test('sends and gets what is longer than its rings', async () => {
    const floor = { requestRingBytes: 4096, completionRingBytes: 4096 };
    const { redis } = open({ threaded, floor });
    const values = Array.from({ length: 40 }, (_, i) => `${i}:`.repeat(i % 4 === 0 ? 100_000 : 3));
    await Promise.all(values.map((value, i) => redis.set(`long${i}`, value)));
    const keys = values.map((_, i) => `long${i}`);
    const got = await Promise.all(keys.map((key) => redis.get(key)));
    expect(got.every((value, i) => value === values[i])).toBe(true);
    const list = await redis.mget([...keys, 'none']);
    expect(list.every((value, i) => value === (values[i] ?? null))).toBe(true);
    expect((await redis.getBuffer('long4'))?.toString()).toBe(values[4]);
    expect(redis.stats()?.spills).toBeGreaterThan(20);
  });

  test('gets long lists in slices', async () => {
    const { redis } = open({ threaded });
    await redis.set('k', 'v');
    const keys = Array.from({ length: 100_000 }, (_, i) => (i % 3 === 0 ? 'none' : 'k'));
    const list = await redis.mget(keys);
    expect(list).toHaveLength(100_000);
    expect(list.every((value, i) => value === (i % 3 === 0 ? null : 'v'))).toBe(true);
  });

  test('makes 100,000 calls at once, in their order', async () => {
    const { redis } = open({ threaded });
    await redis.del(['count']);
    const counts = await Promise.all(Array.from({ length: 100_000 }, () => redis.incr('count')));
    expect(counts.every((count, i) => count === i + 1)).toBe(true);
    expect(redis.stats()).toMatchObject({ inFlight: 0, inFlightBytes: 0, queued: 0 });
  });

  test('refuses calls over its limits', async () => {
    const { redis } = open({ threaded, floor: { maxPendingCalls: 10 } });
    await redis.ping();
    const codes = await Promise.all(Array.from({ length: 15 }, () => codeOf(redis.ping())));
    expect(codes).toEqual([...Array(10).fill('resolved'), ...Array(5).fill('BACKPRESSURE')]);
  });

  test('loses nothing while the loop of its caller is blocked, nor its connection', async () => {
    const floor = { completionRingBytes: 65_536 };
    const { redis, states } = open({ threaded, floor, timeoutMillis: 500 });
    await redis.set('k', 'v'.repeat(100));
    const calls = Array.from({ length: 20_000 }, () => redis.get('k'));
    // The end of this tick: they are on their way.
    await turn();
    blockLoop(2_000);
    expect(new Set(await Promise.all(calls))).toEqual(new Set(['v'.repeat(100)]));
    expect(states).toEqual([{ type: 'connected' }]);
  });

  test('skips the replies to calls that were given up', async () => {
    const { redis, states } = open({ threaded });
    await redis.set('a', 'of a');
    await redis.set('b', 'of b');
    server.freeze();
    const controller = new AbortController();
    const late = codeOf(redis.get('a', { timeout: 20 }));
    const aborted = Array.from({ length: 50 }, () => codeOf(redis.get('a', { signal: controller.signal })));
    const kept = redis.get('b');
    expect(await late).toBe('TIMED_OUT');
    controller.abort();
    expect(new Set(await Promise.all(aborted))).toEqual(new Set(['CANCELLED']));
    await eventually(() => redis.stats()?.inFlight === 1);
    server.wake();
    expect(await kept).toBe('of b');
    expect(await redis.get('a')).toBe('of a');
    expect(states).toEqual([{ type: 'connected' }]);
  });

  test('gives each call its own reply, whatever else is given up', async () => {
    const { redis } = open({ threaded, floor: { requestRingBytes: 8192, completionRingBytes: 8192 } });
    const { below: random } = createRandom(seedOf('random calls'));
    const valueOf = (i: number): string => `${i}-`.repeat(1 + ((i * 7919) % 400));
    await Promise.all(Array.from({ length: 100 }, (_, i) => redis.set(`r${i}`, valueOf(i))));
    const wrong: string[] = [];
    const flow = async (): Promise<void> => {
      for (let round = 0; round < 100; round++) {
        const i = random(100);
        const limits = random(4) === 0 ? { timeout: 1 + random(3) } : undefined;
        const list = random(3) === 0;
        try {
          const got: unknown = list
            ? await redis.mget([`r${i}`, 'none', `r${99 - i}`], limits)
            : await redis.get(`r${i}`, limits);
          const expected = list ? [valueOf(i), null, valueOf(99 - i)] : valueOf(i);
          if (JSON.stringify(got) !== JSON.stringify(expected)) wrong.push(`r${i}: ${JSON.stringify(got)}`);
        } catch (error) {
          if (!(error instanceof FloorError) || error.code !== 'TIMED_OUT') throw error;
        }
      }
    };
    await Promise.all(Array.from({ length: 50 }, flow));
    expect(wrong).toEqual([]);
    await eventually(() => redis.stats()?.inFlight === 0);
  });

  test('takes items that others bring, and nothing else waits meanwhile', async () => {
    const { redis } = open({ threaded });
    const { redis: other } = open({ threaded });
    await redis.del(['items']);
    expect(await redis.blpop('items', 0.01)).toBeNull();
    const taking = [redis.blpop('items', 0), redis.blpop('items', 0)];
    expect(await redis.ping()).toBe('PONG');
    expect(await other.rpush('items', 'a', 'b')).toBe(2);
    expect(await Promise.all(taking)).toEqual([
      ['items', 'a'],
      ['items', 'b'],
    ]);
  });

  test('brings every message of its channels, in their order, also past a blocked loop', async () => {
    const { redis } = open({ threaded });
    const came: string[] = [];
    const subscription = await redis.subscription({
      onMessage: (channel, message) => came.push(`${channel}: ${message.toString()}`),
    });
    subscription.subscribe('news', 'other');
    // The server has both when it counts a receiver.
    await eventuallyAsync(async () => (await redis.publish('other', 'x')) === 1);
    came.length = 0;
    const sent = Array.from({ length: 5_000 }, (_, i) =>
      redis.publish('news', `${i}-${'x'.repeat(i % 300)}`),
    );
    await turn();
    blockLoop(1_000);
    expect(new Set(await Promise.all(sent))).toEqual(new Set([1]));
    await eventually(() => came.filter((each) => each.startsWith('news')).length === 5_000);
    const news = came.filter((each) => each.startsWith('news'));
    expect(news.every((each, i) => each === `news: ${i}-${'x'.repeat(i % 300)}`)).toBe(true);
    subscription.unsubscribe('news');
    await eventuallyAsync(async () => (await redis.publish('news', 'y')) === 0);
    subscription.close();
  });

  test('tells of the end of a subscription', async () => {
    const { redis } = open({ threaded });
    const ends: (Error | undefined)[] = [];
    const events = { onMessage: () => undefined, onEnd: (error?: Error) => void ends.push(error) };
    const closed = await redis.subscription(events);
    closed.close();
    await eventually(() => ends.length === 1);
    await redis.subscription(events);
    await server.kill();
    await eventually(() => ends.length === 2);
    expect(ends).toEqual([undefined, expect.any(Error)]);
    await expect(redis.subscription(events)).rejects.toThrow('ECONNREFUSED');
    await server.restart();
  });

  test('outlives its server: what may have run rejects, what can be repeated is, and it works again', async () => {
    const { redis, states } = open({ threaded });
    await redis.set('k', 'v');
    server.freeze();
    const writes = Array.from({ length: 100 }, (_, i) => codeOf(redis.set(`k${i}`, 'v')));
    const reads = Array.from({ length: 100 }, () => redis.get('k'));
    await eventually(() => redis.stats()?.counter(SENT_COUNTER) === 201);
    await server.kill();
    expect(new Set(await Promise.all(writes))).toEqual(new Set(['CONNECTION_LOST']));
    const waiting = redis.set('new', 'x');
    await server.restart();
    // The server that follows knows nothing.
    expect(new Set(await Promise.all(reads))).toEqual(new Set([null]));
    expect(await waiting).toBe('OK');
    expect(await redis.get('new')).toBe('x');
    expect(states[0]).toEqual({ type: 'connected' });
    expect(states.at(-1)).toEqual({ type: 'connected' });
    expect(states.some(({ type }) => type === 'disconnected')).toBe(true);
  });

  test('gives up a server that stands still, and works when it goes on', async () => {
    const { redis } = open({ threaded, timeoutMillis: 200 });
    await redis.ping();
    server.freeze();
    expect(await Promise.all([codeOf(redis.get('k')), codeOf(redis.set('k', 'v'))])).toEqual([
      'TIMED_OUT',
      'TIMED_OUT',
    ]);
    server.wake();
    expect(await redis.ping()).toBe('PONG');
  });

  test('rejects what is in flight when it is shut down, and what comes after', async () => {
    const { redis } = open({ threaded });
    await redis.ping();
    server.freeze();
    const calls = [codeOf(redis.get('k')), codeOf(redis.set('k', 'v'))];
    await turn();
    await redis.shutdown();
    expect(await Promise.all(calls)).toEqual(['CLOSED', 'CLOSED']);
    expect(await codeOf(redis.get('k'))).toBe('CLOSED');
    expect(redis.stats()).toBeUndefined();
  });

  test.each(['connected', 'idle', 'never connected', 'lost'])(
    'leaves nothing behind that keeps a process, when it was %s',
    async (how) => {
      const script = `
        import { RedisClient } from ${JSON.stringify(LIBRARY)};
        const port = ${how === 'never connected' ? 1 : server.port};
        const redis = new RedisClient({ port, threaded: ${threaded}, timeoutMillis: 300, minBackoffMillis: 5 });
        if (${JSON.stringify(how)} === 'connected') await redis.ping();
        if (${JSON.stringify(how)} === 'lost') await redis.get('k', { timeout: 1 }).catch(() => undefined);
        if (${JSON.stringify(how)} === 'never connected') await redis.ping().catch((error) => console.log(error.code));
        await redis.shutdown();
        console.log('done');
      `;
      const args = ['--input-type=module', '--eval', script];
      const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { timeout: 20_000 });
      expect(stdout).toMatch(/done\n$/);
      expect(stderr).toBe('');
    },
  );
});

test('a client outlives its thread', async () => {
  const { redis, states } = open();
  await redis.set('k', 'v');
  server.freeze();
  const lost = [codeOf(redis.set('k', 'w')), codeOf(redis.get('k'))];
  await eventually(() => redis.stats()?.counter(SENT_COUNTER) === 3);
  const exit = once(workers[0], 'exit');
  void workers[0].terminate();
  await exit;
  server.wake();
  // A read too, repeatable or not: its record had left the ring.
  expect(await Promise.all(lost)).toEqual(['THREAD_DIED', 'THREAD_DIED']);
  expect(['v', 'w']).toContain(await redis.get('k'));
  expect(redis.stats()?.epoch).toBe(1);
  expect(states.filter(({ type }) => type === 'connected')).toHaveLength(2);
  expect(workers).toHaveLength(2);
});
