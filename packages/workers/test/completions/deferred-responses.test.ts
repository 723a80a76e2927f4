import { once } from 'node:events';
import { MessageChannel, receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { CompletionBench } from '../../../runtime/test/support/completion-bench.js';
import { CompletionKind } from '@offloop/contract';
import { DeferredResponses } from '../../src/completions/deferred-responses.js';
import { seedOf } from '@offloop/tools';

const CALL = 7;
/** Milliseconds. */
const TIMEOUT = 5;

/** The threads' ends of the ports, each with the end that is served. */
const ports = new Map<MessagePort, MessagePort>();
afterEach(() => {
  for (const port of ports.keys()) port.close();
  ports.clear();
});

class Bench {
  readonly completions = new CompletionBench(64 * 1024);
  wakes = 0;
  readonly deferred = new DeferredResponses(this.completions.writer, () => this.wakes++);

  /** A compute thread's end of a port that is served. */
  thread(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    this.deferred.serve(port1);
    ports.set(port2, port1);
    return port2;
  }

  open(parts: number, call = CALL): void {
    for (let part = 0; part < parts; part++) this.deferred.open(call);
  }

  put(slot: number, call = CALL): void {
    const text = `response ${slot}`;
    this.deferred.put(call, slot, 3, Buffer.from(`<${text}>`), 1, 1 + text.length);
  }

  /** Slots the caller hears of. */
  told(): number[] {
    this.completions.writer.flush();
    return this.completions.read().map(({ kind, slot, generation }) => {
      if (kind !== CompletionKind.VOID || generation !== 3) throw new Error(`kind ${kind}, ${generation}`);
      return slot;
    });
  }
}

const texts = (responses: ArrayBuffer[]): string[] =>
  responses.map((response) => Buffer.from(response).toString());

async function fetched(port: MessagePort, most = 100, call = CALL): Promise<string[]> {
  const reply = once(port, 'message') as Promise<[ArrayBuffer[]]>;
  port.postMessage({ call, most, timeoutMillis: TIMEOUT });
  return texts((await reply)[0]);
}

/** The message that this thread has just sent was delivered, and looked at: it is served by the first listener. */
async function delivered(thread: MessagePort): Promise<void> {
  const served = ports.get(thread);
  if (served === undefined) throw new Error('nobody serves this port');
  await once(served, 'message');
}

let bench: Bench;
beforeEach(() => {
  bench = new Bench();
});

/** A call of so many parts: the caller was told of the first response, and this thread has it. */
async function begun(parts: number): Promise<MessagePort> {
  const thread = bench.thread();
  bench.open(parts);
  bench.put(0);
  bench.deferred.tend();
  bench.told();
  await fetched(thread);
  return thread;
}

describe('the caller is told', () => {
  test('of the first responses, and of the rest with the last one', () => {
    bench.open(5);
    bench.put(0);
    bench.put(1);
    bench.deferred.tend();
    expect(bench.told()).toEqual([0, 1]);
    for (const slot of [2, 3]) {
      bench.put(slot);
      bench.deferred.tend();
      expect(bench.told()).toEqual([]);
    }
    bench.put(4);
    bench.deferred.tend();
    expect(bench.told()).toEqual([2, 3, 4]);
  });

  test('with the last one when that failed', () => {
    bench.open(3);
    bench.put(0);
    bench.deferred.tend();
    bench.put(1);
    bench.deferred.tend();
    expect(bench.told()).toEqual([0]);
    bench.deferred.failed(CALL);
    expect(bench.wakes).toBe(1);
    bench.deferred.tend();
    expect(bench.told()).toEqual([1]);
  });

  test('again when a thread was sent home and responses came after it', async () => {
    const thread = await begun(3);
    const asked = performance.now();
    expect(await fetched(thread)).toEqual([]);
    expect(performance.now() - asked).toBeGreaterThan(TIMEOUT - 1);
    bench.put(1);
    bench.deferred.tend();
    expect(bench.told()).toEqual([1]);
  });
});

describe('a thread', () => {
  test('gets as many as it asks for, each as it came, and none when there are no more', async () => {
    const thread = bench.thread();
    bench.open(3);
    for (const slot of [0, 1, 2]) bench.put(slot);
    bench.deferred.tend();
    expect(await fetched(thread, 2)).toEqual(['response 0', 'response 1']);
    expect(await fetched(thread, 2)).toEqual(['response 2']);
    expect(await fetched(thread, 2)).toEqual([]);
    // One more duty cycle has to run, which forgets the call.
    expect(bench.wakes).toBeGreaterThan(0);
    bench.deferred.tend();
    expect(bench.deferred.size).toBe(0);
  });

  test('that waits is sent home at once when the last request fails', async () => {
    const thread = await begun(2);
    thread.postMessage({ call: CALL, most: 1, timeoutMillis: TIMEOUT });
    await delivered(thread);
    bench.deferred.failed(CALL);
    bench.deferred.tend();
    expect(receiveMessageOnPort(thread)?.message).toEqual([]);
  });

  test('has what it fetched for itself: the response is a copy, moved to it', async () => {
    const thread = bench.thread();
    const bytes = Buffer.from('response');
    bench.open(1);
    bench.deferred.put(CALL, 0, 3, bytes, 0, bytes.length);
    bytes.fill(0);
    bench.deferred.tend();
    expect(await fetched(thread)).toEqual(['response']);
  });
});

test('a response that came after the last look is something left to do', () => {
  bench.open(1);
  expect(bench.deferred.isDue).toBe(false);
  bench.put(0);
  expect(bench.deferred.isDue).toBe(true);
  bench.deferred.tend();
  expect(bench.deferred.isDue).toBe(false);
});

test('whoever waits, and the caller, hear of the end of the agent', async () => {
  const thread = await begun(2);
  bench.put(1);
  bench.deferred.stop();
  expect(bench.told()).toEqual([1]);
  expect(await fetched(thread)).toEqual([]);
  expect(bench.deferred.size).toBe(0);
});

const PARTS = 4;
type EventKind = 'put' | 'fail' | 'drop' | 'fetch' | 'tend';

/** Three calls, a thread for each, and what has become of them. */
class Story extends Bench {
  readonly calls = [0, 1, 2].map((call) => ({
    call,
    thread: this.thread(),
    open: PARTS,
    put: [] as string[],
    fetched: [] as string[],
    isDropped: false,
  }));
  readonly slotsTold: number[] = [];
  slots = 0;
  /** Fetches without a reply. */
  asked = 0;

  constructor() {
    super();
    for (const { call } of this.calls) this.open(PARTS, call);
  }

  async next(kind: EventKind, call: number, most: number): Promise<void> {
    const its = this.calls[call];
    switch (kind) {
      case 'put':
        if (its.open === 0) return;
        its.open--;
        its.put.push(`response ${this.slots}`);
        this.put(this.slots++, call);
        break;
      case 'fail':
        if (its.open === 0) return;
        its.open--;
        this.deferred.failed(call);
        break;
      case 'drop':
        its.isDropped = true;
        this.deferred.drop(call);
        break;
      case 'fetch':
        this.asked++;
        its.thread.postMessage({ call, most, timeoutMillis: this.asked % 2 === 0 ? 0 : TIMEOUT });
        await new Promise((resolve) => void setImmediate(resolve));
        break;
      case 'tend':
        this.deferred.tend();
        this.slotsTold.push(...this.told());
    }
    this.collect(most);
  }

  collect(most: number): void {
    for (const { thread, fetched: its } of this.calls) {
      for (let reply = receiveMessageOnPort(thread); reply; reply = receiveMessageOnPort(thread)) {
        this.asked--;
        const responses = texts(reply.message as ArrayBuffer[]);
        if (responses.length > most) throw new Error(`${responses.length} responses, ${most} were asked for`);
        its.push(...responses);
      }
    }
  }
}

test('whatever happens in whatever order, a response is fetched once or dropped, and told once', async () => {
  const kind = fc.constantFrom<EventKind[]>(
    'put',
    'put',
    'put',
    'fetch',
    'fetch',
    'tend',
    'tend',
    'fail',
    'drop',
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(kind, fc.nat(2)), { maxLength: 60 }),
      fc.integer({ min: 1, max: 4 }),
      async (events, most) => {
        const story = new Story();
        // What is left comes at the end, and the threads come until they are sent home.
        const rest = story.calls.flatMap(({ call }) => [
          ...Array.from({ length: PARTS }, () => ['put', call] as const),
          ['tend', call] as const,
          ...Array.from({ length: PARTS }, () => ['fetch', call] as const),
        ]);
        for (const [each, call] of [...events, ...rest]) await story.next(each, call, most);
        const isCollected = (): boolean => {
          story.collect(most);
          return story.asked === 0;
        };
        await vi.waitUntil(isCollected, { timeout: 20_000 });
        await story.next('tend', 0, most);
        for (const { put, fetched: its, isDropped } of story.calls) {
          expect(its).toEqual(isDropped ? put.filter((response) => its.includes(response)) : put);
        }
        expect(story.slotsTold.toSorted((a, b) => a - b)).toEqual(
          Array.from({ length: story.slots }, (_, slot) => slot),
        );
        expect(story.deferred.size).toBe(0);
      },
    ),
    { seed: seedOf('deferred responses'), numRuns: 300 },
  );
});
