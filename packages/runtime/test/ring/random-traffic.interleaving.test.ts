import { once } from 'node:events';
import { MessageChannel, Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';

import {
  CAPACITY_INDEX,
  HEAD_INDEX,
  MAGIC_INDEX,
  PARKED_INDEX,
  RECORDS_OFFSET,
  STARVED_INDEX,
  TAIL_INDEX,
  VERSION_INDEX,
} from '../../src/ring/layout.js';
import type { OneToOneRing } from '../../src/ring/one-to-one-ring.js';
import { rounds, seedOf } from '@offloop/tools';
import { ringAt } from './support/rings.js';

interface Traffic {
  readonly wait: 'futex' | 'message';
  readonly capacity: number;
  /** A position the run passes within a few laps. */
  readonly border: number;
  readonly count: number;
  readonly longestBatch: number;
  /**
   * The producer publishes only when the consumer has taken everything and is about to park. In a steady stream the
   * next batch makes up for a bell that was missed; here nothing does.
   */
  readonly lockstep?: boolean;
  /** How often the threads sleep at the very least, or the run has shown nothing about waking up. Default 50. */
  readonly leastSleeps?: number;
}

const records = (full: number): number => rounds({ short: full / 5, full });

// From a ring that is full every few records to one that is hardly ever full; over three million records in all.
const TRAFFIC: readonly Traffic[] = [
  { wait: 'futex', capacity: 1024, border: 2 ** 31, count: records(300_000), longestBatch: 4 },
  { wait: 'message', capacity: 1024, border: 2 ** 32, count: records(100_000), longestBatch: 50 },
  { wait: 'message', capacity: 4096, border: 2 ** 31, count: records(200_000), longestBatch: 8 },
  {
    wait: 'futex',
    capacity: 2 ** 16,
    border: 2 ** 32,
    count: records(1e6),
    longestBatch: 30,
    leastSleeps: 0,
  },
  {
    wait: 'message',
    capacity: 2 ** 20,
    border: 2 ** 31,
    count: records(14e5),
    longestBatch: 300,
    leastSleeps: 0,
  },
  {
    wait: 'futex',
    capacity: 1024,
    border: 2 ** 32,
    count: records(200_000),
    longestBatch: 2,
    lockstep: true,
  },
];

// Words of the header that mean something; every other one is a canary during the run.
const SHARED = [
  MAGIC_INDEX,
  VERSION_INDEX,
  CAPACITY_INDEX,
  TAIL_INDEX,
  HEAD_INDEX,
  PARKED_INDEX,
  STARVED_INDEX,
];
const UNUSED = Array.from({ length: RECORDS_OFFSET / 4 }, (_, index) => index).filter(
  (index) => !SHARED.includes(index),
);
const CANARY = 0x0dd_ba11;

// Not how long it may take: how long both threads may stand still before it counts as a lost wake-up.
const STANDSTILL_MS = 15_000;

interface Tally {
  readonly records: number;
  readonly sleeps: number;
  readonly bells: number;
}
type Tallies = readonly [produced: Tally, consumed: Tally & { readonly leftOver: number }];

/** Both threads sleep for as long as it takes, so a lost wake-up shows as a standstill, and only as that. */
function watch(
  progress: Int32Array,
  ring: OneToOneRing,
): { readonly standstill: Promise<never>; stop(): void } {
  let seen = '';
  let since = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const standstill = new Promise<never>((_resolve, reject) => {
    timer = setInterval(() => {
      const now = progress.join();
      if (now !== seen) since = performance.now();
      seen = now;
      if (performance.now() - since < STANDSTILL_MS) return;
      const shared = [TAIL_INDEX, HEAD_INDEX, PARKED_INDEX, STARVED_INDEX].map((index) => ring.words[index]);
      reject(
        new Error(
          `both threads stand still after record ${progress[0]} produced, ${progress[16]} consumed; ` +
            `tail, head, parked, starved: ${shared.join()}`,
        ),
      );
    }, 250);
  });
  return { standstill, stop: () => clearInterval(timer) };
}

async function run({ wait, capacity, ...traffic }: Traffic, start: number, seed: number): Promise<Tallies> {
  const { ring } = ringAt(start, capacity);
  for (const index of UNUSED) ring.words[index] = CANARY;
  const progress = new Int32Array(new SharedArrayBuffer(128));
  const common = { buffer: ring.buffer, ...traffic, seed, progress };
  const { port1, port2 } = new MessageChannel();
  const bells = new Int32Array(new SharedArrayBuffer(256));
  const threads = [
    { file: 'traffic-producer.mjs', port: port1 },
    { file: 'traffic-consumer.mjs', port: port2 },
  ].map(({ file, port }) => {
    const bell = wait === 'futex' ? { bells } : { port };
    return new Worker(new URL(`support/${file}`, import.meta.url), {
      workerData: { ...common, ...bell },
      transferList: wait === 'futex' ? [] : [port],
    });
  });
  const watchdog = watch(progress, ring);
  try {
    const ended = Promise.all(threads.map(async (thread) => (await once(thread, 'message'))[0]));
    const tallies = (await Promise.race([ended, watchdog.standstill])) as unknown as Tallies;
    expect(UNUSED.filter((index) => ring.words[index] !== CANARY)).toEqual([]);
    expect(ring.words[TAIL_INDEX]).toBe(ring.words[HEAD_INDEX]);
    return tallies;
  } finally {
    watchdog.stop();
    port1.close();
    port2.close();
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
}

describe('random traffic between two threads', () => {
  it.each(TRAFFIC)(
    'arrives whole, in order and awake: $count records, ring of $capacity bytes, waiting by $wait, lockstep $lockstep',
    { timeout: 120_000 },
    async (traffic) => {
      const seed = seedOf(`random traffic, ring of ${traffic.capacity} bytes`);
      const start = traffic.border - 2 * traffic.capacity - (seed % 64) * 8;
      const [produced, consumed] = await run(traffic, start, seed);
      expect(produced.records).toBe(traffic.count);
      expect(consumed.records).toBe(traffic.count);
      expect(consumed.leftOver).toBe(0);
      expect(produced.sleeps + consumed.sleeps).toBeGreaterThanOrEqual(traffic.leastSleeps ?? 50);
      for (const [sleeper, waker] of [
        [consumed, produced],
        [produced, consumed],
      ] as const) {
        expect(waker.bells).toBeGreaterThanOrEqual(sleeper.sleeps);
      }
    },
  );
});
