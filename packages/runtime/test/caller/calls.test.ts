import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { SlicedResult } from '../../src/protocol/sliced-result.js';
import { CompletionKind } from '../../src/ring/records.js';
import { ThreadHost } from '../../src/shard/thread-host.js';
import { eventually, openCaller, PLACES, useCallers } from './support/caller-bench.js';

useCallers();

describe.each(PLACES)('an agent $where', ({ threaded }) => {
  test('completes calls by every kind the floor has', async () => {
    const { call, codeOf } = openCaller({ threaded });
    expect(await call({ echo: 'grün ✓' })).toBe('grün ✓');
    expect(await call({ echo: 'green' })).toBe('green');
    expect(await call({ echo: '' })).toBe('');
    expect(await call({ bytes: 3 })).toEqual(Buffer.alloc(3, 7));
    expect(await call({ int32: -(2 ** 31) })).toBe(-(2 ** 31));
    expect(await call({ number: 1e300 })).toBe(1e300);
    expect(await call({ number: -0.5 })).toBe(-0.5);
    expect(await call({ bare: CompletionKind.VOID })).toBeUndefined();
    expect(await call({ bare: CompletionKind.NULL })).toBeNull();
    expect(await call({ bare: CompletionKind.TRUE })).toBe(true);
    expect(await call({ bare: CompletionKind.FALSE })).toBe(false);
    for (const big of [0n, -1n, 2n ** 32n, -(2n ** 32n) - 1n, 2n ** 63n - 1n, -(2n ** 63n)]) {
      expect(await call({ bigint: String(big) })).toBe(big);
    }
    const list = ['green', null, '', 'grün ✓'];
    expect(await call({ texts: list })).toEqual(list);
    expect(await call({ texts: ['green', null] })).toEqual(['green', null]);
    expect(await call({ texts: [] })).toEqual([]);
    expect(await call({ buffers: list })).toEqual(
      list.map((each) => (each === null ? null : Buffer.from(each))),
    );
    expect(await codeOf({ fail: 'no' })).toBe('ILLEGAL_STATE');
  });

  test('gets lists that are longer than its ring, in slices', async () => {
    const { caller, call } = openCaller({ threaded, completionRingBytes: 1024 });
    const list = Array.from({ length: 20_000 }, (_, i) => (i % 3 === 0 ? null : `${i} ✓`));
    expect(await call({ texts: list })).toEqual(list);
    expect(await call({ buffers: list.slice(0, 500) })).toEqual(
      list.slice(0, 500).map((each) => (each === null ? null : Buffer.from(each))),
    );
    expect(caller.stats()[0].spills).toBeGreaterThanOrEqual(2);
  });

  test('gets flags, target and time limit of a call, and its settings', async () => {
    const { call } = openCaller({ threaded });
    const described = call({ call: true }, { flags: 6, target: -5, limits: { timeout: 70_000 } });
    await expect(described).rejects.toThrow('6 -5 70000');
    expect(await call({ setting: true })).toBe('0');
  });

  test('completes each of many calls once, in their order, also where the rings are full most of the time', async () => {
    const { caller, call } = openCaller({ threaded, requestRingBytes: 1024, completionRingBytes: 1024 });
    const settled: number[] = [];
    const count = 5000;
    const results = await Promise.all(
      Array.from({ length: count }, async (_, i) => {
        const result = await call({ echo: String(i) });
        settled.push(i);
        return result;
      }),
    );
    expect(results).toEqual(Array.from({ length: count }, (_, i) => String(i)));
    expect(settled).toEqual(Array.from({ length: count }, (_, i) => i));
    const [stats] = caller.stats();
    expect(stats).toMatchObject({ operations: count, inFlight: 0, inFlightBytes: 0, queued: 0, epoch: 0 });
    expect(stats.counter(0)).toBe(count);
    expect(stats.requestRingHighWater).toBeGreaterThan(512);
    expect(stats.completionRingHighWater).toBeGreaterThan(512);
  });

  test('completes calls whose requests and results are longer than the rings, among short ones', async () => {
    const { caller, call } = openCaller({ threaded, requestRingBytes: 4096, completionRingBytes: 4096 });
    const texts = Array.from({ length: 60 }, (_, i) => `${i}`.repeat(i % 3 === 0 ? 10_000 : 1));
    expect(await Promise.all(texts.map((echo) => call({ echo })))).toEqual(texts);
    const long = (await call({ bytes: 1_000_000 })) as Buffer;
    expect(long.equals(Buffer.alloc(1_000_000, 7))).toBe(true);
    expect(caller.stats()[0].spills).toBe(20 + 20 + 1);
  });

  test('rejects the one call whose beginning throws', async () => {
    const { call, codeOf, heard } = openCaller({ threaded });
    const codes = await Promise.all([
      codeOf({ echo: 'a' }),
      codeOf({ throw: 'nonsense' }),
      codeOf({ echo: 'b' }),
    ]);
    expect(codes).toEqual(['resolved', 'ILLEGAL_STATE', 'resolved']);
    // A second completion of a call is passed over.
    expect(await call({ throwAfter: 'late' })).toBe('late');
    expect(await call({ echo: 'c' })).toBe('c');
    expect(heard).toEqual([{ trouble: 'nonsense' }, { trouble: 'late' }]);
  });

  test('is told in order with the calls, also while calls wait for room in the ring', async () => {
    const { caller, call } = openCaller({ threaded, requestRingBytes: 1024 });
    const calls: Promise<unknown>[] = [];
    const expected: (number | string)[] = [];
    for (let i = 0; i < 300; i++) {
      calls.push(call({ echo: '', id: i }));
      expected.push(i);
      if (i % 10 === 0) {
        // Every other one is too long for the ring.
        const note = i % 20 === 0 ? `${i}` : `${i}`.repeat(1000);
        caller.sendControl({ note });
        expected.push(note);
      }
    }
    await Promise.all(calls);
    expect(JSON.parse(String(await call({ seen: true })))).toEqual(expected);
  });

  test('is heard in order with its completions', async () => {
    const { call, heard } = openCaller({ threaded, completionRingBytes: 1024 });
    const order: unknown[] = [];
    const texts = Array.from({ length: 200 }, (_, i) => (i % 20 === 7 ? 'long'.repeat(500) : `${i}`));
    await Promise.all(
      texts.map(async (text, i) => {
        await call({ tellThenEcho: text });
        // What was told before this completion is here, in its place.
        expect(heard[i]).toEqual({ said: text });
        order.push({ said: text });
      }),
    );
    expect(heard).toEqual(order);
  });

  test('is heard of what no call asked for', async () => {
    const { call, heard } = openCaller({ threaded, completionRingBytes: 1024 });
    await call({ event: 'a' });
    await call({ event: 'b'.repeat(5000) });
    expect(heard).toEqual([
      { number: 77, text: 'a' },
      { number: 77, text: 'b'.repeat(5000) },
    ]);
  });

  test('that cannot handle a control message says so, and goes on', async () => {
    const { caller, call, heard } = openCaller({ threaded });
    caller.sendControl({ strange: 1 });
    expect(await call({ echo: 'x' })).toBe('x');
    expect(heard).toEqual([{ trouble: 'unknown control message {"strange":1}' }]);
  });

  test('gets the ports that are passed on to it', async () => {
    const { caller, call } = openCaller({ threaded });
    await call({ echo: '' });
    const { port1, port2 } = new MessageChannel();
    caller.passPort(port2, 0);
    port1.postMessage('hello');
    const [answer] = (await once(port1, 'message')) as [string];
    expect(answer).toBe('hello, and back');
    port1.close();
  });

  test('has no part in a request that cannot be written: that call rejects, later ones go on', async () => {
    const { caller, call } = openCaller({ threaded });
    const broken = (maxBytes: number): Promise<unknown> =>
      caller.call(
        0,
        { flags: 0 },
        {
          maxBytes,
          target: 0,
          write: () => {
            throw new RangeError('no room');
          },
        },
      );
    await expect(broken(10)).rejects.toThrow(RangeError);
    // One that does not go by the ring.
    await expect(broken(10_000_000)).rejects.toThrow(RangeError);
    expect(await call({ echo: 'x' })).toBe('x');
    expect(caller.stats()[0]).toMatchObject({ inFlight: 0, inFlightBytes: 0 });
  });

  test('may give what its protocol cannot read: that call rejects', async () => {
    const { call } = openCaller({ threaded });
    await expect(call({ bare: 31 })).rejects.toThrow('unknown completion kind 31');
    await expect(call({ twoBuffers: 5 })).rejects.toThrow('unknown completion kind 32');
    expect(await call({ echo: 'x' })).toBe('x');
  });

  test('may give long results, which are finished in slices', async () => {
    let steps = 0;
    class Steps extends SlicedResult {
      readonly #buffers: readonly ArrayBuffer[];

      constructor(buffers: readonly ArrayBuffer[]) {
        super();
        this.#buffers = buffers;
      }

      get value(): unknown {
        return this.#buffers.map(({ byteLength }) => byteLength);
      }

      override advance(): boolean {
        if (this.#buffers[0].byteLength === 1) throw new Error('cannot be finished');
        return ++steps === 3;
      }
    }
    const protocol = {
      readSpilled: (_kind: number, buffers: readonly ArrayBuffer[]): unknown => new Steps(buffers),
    };
    const { call } = openCaller({ threaded, protocol });
    expect(await call({ twoBuffers: 9 })).toEqual([9, 9]);
    expect(steps).toBe(3);
    await expect(call({ twoBuffers: 1 })).rejects.toThrow('cannot be finished');
  });

  test('counts for the statistics', async () => {
    const { caller, call } = openCaller({ threaded });
    await call({ echo: 'x' });
    const held = call({ hold: true });
    const [stats] = caller.stats();
    expect(stats).toMatchObject({ operations: 2, inFlight: 1, inFlightBytes: 13, rescues: 0, spills: 0 });
    expect(stats.dutyCycles).toBeGreaterThan(0);
    expect(stats.wakeupsSent + stats.wakeupsSuppressed).toBeGreaterThan(0);
    expect(stats.callerWakeups + stats.callerWakeupsSuppressed).toBeGreaterThan(0);
    expect(Number.isNaN(stats.threadUtilization)).toBe(!threaded);
    // What is held begins after it was sent.
    await eventually(() => caller.stats()[0].counter(0) === 2);
    caller.sendControl({ release: true });
    expect(await held).toBe('released');
  });
});

test('how busy a thread was is measured by who asks for it, and not by who looks at other figures', () => {
  const { caller } = openCaller({ threaded: true });
  const measure = vi.spyOn(ThreadHost.prototype, 'utilization').mockReturnValue(0.5);
  onTestFinished(() => measure.mockRestore());
  expect(caller.stats()[0].counter(0)).toBe(0);
  expect(measure).not.toHaveBeenCalled();
  const [stats] = caller.stats();
  expect([stats.threadUtilization, stats.threadUtilization]).toEqual([0.5, 0.5]);
  expect(measure).toHaveBeenCalledOnce();
});
