import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { OneToOneRing } from '../../src/ring/one-to-one-ring.js';
import { RingWatchdog } from '../../src/waiting/ring-watchdog.js';

vi.mock('../../src/shared/clock.js', () => import('@offloop/tools/driven-clock'));

const LOOK = 500;
const ring = (): OneToOneRing => OneToOneRing.create(1024);

function publish(producer: ReturnType<OneToOneRing['producer']>): void {
  producer.tryClaim(1, 8);
  producer.commit();
  producer.publish();
}

/** One look of the watchdog, and the turns of the loop it waits for; `meanwhile` runs in the first of them. */
async function look(meanwhile: () => void = () => undefined): Promise<void> {
  vi.advanceTimersByTime(LOOK);
  setImmediate(meanwhile);
  for (let turn = 0; turn < 4; turn++) await new Promise(setImmediate);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a ring that is empty, or is drained in time, is nothing to be rescued', async () => {
  const memory = ring();
  const consumer = memory.consumer();
  const producer = memory.producer();
  const rescue = vi.fn<() => void>();
  const watchdog = new RingWatchdog(consumer, rescue);
  await look();
  for (let i = 0; i < 10; i++) {
    publish(producer);
    // The consumer is at work, though never done: what lies there now is not what lay there before.
    await look(() => {
      consumer.drain({ onRecord: () => undefined });
      publish(producer);
    });
  }
  watchdog.stop();
  expect(rescue).not.toHaveBeenCalled();
});

test('records that lie untouched at two looks and through a turn of the loop are rescued, once', async () => {
  const memory = ring();
  const consumer = memory.consumer();
  const rescue = vi.fn<() => void>(() => void consumer.drain({ onRecord: () => undefined }));
  const watchdog = new RingWatchdog(consumer, rescue);
  publish(memory.producer());
  await look();
  expect(rescue).not.toHaveBeenCalled();
  await look();
  expect(rescue).toHaveBeenCalledTimes(1);
  await look();
  await look();
  watchdog.stop();
  expect(rescue).toHaveBeenCalledTimes(1);
});

test('after it was stopped it neither looks nor rescues', async () => {
  const memory = ring();
  const rescue = vi.fn<() => void>();
  const onLook = vi.fn<() => void>();
  const watchdog = new RingWatchdog(memory.consumer(), rescue, onLook);
  await look();
  expect(onLook).toHaveBeenCalledTimes(1);
  watchdog.stop();
  publish(memory.producer());
  await look();
  await look();
  expect(onLook).toHaveBeenCalledTimes(1);
  expect(rescue).not.toHaveBeenCalled();
});
