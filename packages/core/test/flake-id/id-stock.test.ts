import { getEventListeners } from 'node:events';
import Long from 'long';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { IdBatch } from '../../src/flake-id/id-batch.js';
import { IdStock } from '../../src/flake-id/id-stock.js';
import { codeOf } from '../client/support/client-bench.js';
import { Code } from '../client/support/codes.js';

vi.mock('@offloop/runtime/clock', () => import('@offloop/tools/driven-clock'));

const VALIDITY = 1000;

/** A stock whose fetches the test answers, with batches of ids from 0 on. */
class Bench {
  readonly #asked: { resolve: (batch: IdBatch) => void; reject: (error: Error) => void }[] = [];
  readonly stock: IdStock;
  readonly #size: number;
  readonly #validity: number;
  #next = 0;

  constructor(size: number, validity = VALIDITY) {
    this.#size = size;
    this.#validity = validity;
    this.stock = new IdStock(
      size,
      () => new Promise((resolve, reject) => this.#asked.push({ resolve, reject })),
    );
  }

  get fetches(): number {
    return this.#asked.length;
  }

  async answer(): Promise<void> {
    const base = Long.fromNumber(this.#next);
    this.#next += this.#size;
    this.#asked.shift()?.resolve(new IdBatch(base, Long.ONE, this.#size, this.#validity));
    await Promise.resolve();
  }

  async fail(): Promise<void> {
    this.#asked.shift()?.reject(new Error('none'));
    await Promise.resolve();
    await Promise.resolve();
  }

  async take(): Promise<number> {
    return (await this.stock.take()).toNumber();
  }

  async takeMany(count: number): Promise<number[]> {
    return Promise.all(Array.from({ length: count }, () => this.take()));
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);

describe('a stock of ids', () => {
  test('asks for the next batch when less than half of one is left, and nobody waits for it', async () => {
    const bench = new Bench(10);
    const first = bench.take();
    await bench.answer();
    await first;
    await bench.takeMany(4);
    expect(bench.fetches).toBe(0);
    expect(await bench.take()).toBe(5);
    expect(bench.fetches).toBe(1);
    expect(await bench.takeMany(4)).toEqual([6, 7, 8, 9]);
    expect(bench.fetches).toBe(1);
    await bench.answer();
    expect(await bench.take()).toBe(10);
  });

  test('asks for as many batches as those who wait need, four at a time at most, and serves them in their order', async () => {
    const bench = new Bench(2);
    const taken = bench.takeMany(20);
    expect(bench.fetches).toBe(4);
    for (let i = 0; i < 10; i++) await bench.answer();
    expect(await taken).toEqual(range(0, 20));
  });

  test('gives out no id past its time, and any without a limit', async () => {
    const bench = new Bench(10);
    const first = bench.take();
    await bench.answer();
    await first;
    vi.advanceTimersByTime(VALIDITY);
    const late = bench.take();
    await bench.answer();
    expect(await late).toBe(10);

    const eternal = new Bench(10, 0);
    const one = eternal.take();
    await eternal.answer();
    await one;
    vi.advanceTimersByTime(1e12);
    expect(await eternal.take()).toBe(1);
  });

  test('rejects those who wait when no batch is to be had, and asks again with the next call', async () => {
    const bench = new Bench(10);
    const failing = Promise.allSettled([bench.take(), bench.take()]);
    await bench.fail();
    expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const next = bench.take();
    await bench.answer();
    expect(await next).toBe(0);
  });

  test("a batch that could not be fetched ahead is nobody's error", async () => {
    const bench = new Bench(4);
    const first = bench.take();
    await bench.answer();
    await first;
    expect(await bench.takeMany(2)).toEqual([1, 2]);
    expect(bench.fetches).toBe(1);
    await bench.fail();
    expect(await bench.take()).toBe(3);
    expect(bench.fetches).toBe(1);
    await bench.answer();
    expect(await bench.take()).toBe(4);
  });

  test('a call that gave up waiting leaves its id to the next', async () => {
    const bench = new Bench(10);
    const controller = new AbortController();
    const aborted = codeOf(bench.stock.take({ signal: controller.signal }));
    const late = codeOf(bench.stock.take({ timeout: 5 }));
    const patient = bench.take();
    controller.abort();
    vi.advanceTimersByTime(5);
    expect(await aborted).toBe(Code.CANCELLATION);
    expect(await late).toBe(Code.OPERATION_TIMEOUT);
    await bench.answer();
    expect(await patient).toBe(0);
  });

  test('many calls wait for one signal by one listener, which goes with the last of them', async () => {
    const bench = new Bench(40);
    const { signal } = new AbortController();
    const taken = Array.from({ length: 20 }, () => bench.stock.take({ signal }));
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    await bench.answer();
    await Promise.all(taken);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });

  test('refuses options that are none, and a signal that was aborted before', async () => {
    const { stock } = new Bench(10);
    expect(await codeOf(stock.take({ timeout: 0 }))).toBe(Code.ILLEGAL_ARGUMENT);
    expect(await codeOf(stock.take({ signal: AbortSignal.abort() }))).toBe(Code.CANCELLATION);
  });
});
