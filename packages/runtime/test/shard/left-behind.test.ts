import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { commonProtocol } from '../../src/protocol/common-protocol.js';
import { SlicedResult } from '../../src/protocol/sliced-result.js';
import { ControlBlock } from '../../src/ring/control-block.js';
import { OneToOneRing } from '../../src/ring/one-to-one-ring.js';
import { CompletionDrain } from '../../src/shard/completion-drain.js';
import type { AgentHost } from '../../src/shard/agent-host.js';
import { RequestSender } from '../../src/shard/request-sender.js';
import { SliceQueue } from '../../src/shard/slice-queue.js';
import { SlotTable } from '../../src/shard/slot-table.js';
import { RingWatchdog } from '../../src/waiting/ring-watchdog.js';
import { parkAtOnce } from '../../src/waiting/wait-strategy.js';
import { callOn } from './support/empty-call.js';

vi.mock('../../src/shared/clock.js', () => import('@offloop/tools/driven-clock'));

const LOOK = 500;

const requests = OneToOneRing.create(1024);
const slots = new SlotTable<{ flags: number }>();
let sender: RequestSender;
let drain: CompletionDrain<{ flags: number }>;
let watchdog: RingWatchdog;
let rescues = 0;

async function looks(count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    vi.advanceTimersByTime(LOOK);
    for (let turn = 0; turn < 4; turn++) await new Promise(setImmediate);
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  rescues = 0;
  const host = { signal: () => undefined } as unknown as AgentHost;
  sender = new RequestSender(requests, slots, host, () => drain.onPublished());
  const events = { onControl: () => undefined, onEvent: () => undefined };
  drain = new CompletionDrain({
    ring: OneToOneRing.create(1024),
    control: ControlBlock.create(),
    slots,
    protocol: commonProtocol,
    host,
    sender,
    waitStrategy: parkAtOnce,
    events,
    name: 'test',
  });
  watchdog = new RingWatchdog(
    drain.consumer,
    () => {
      rescues++;
      drain.rescue();
    },
    undefined,
    () => drain.leftBehind(),
  );
});
afterEach(() => {
  watchdog.stop();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('a caller that sleeps on requests for which there is room is rescued, once', async () => {
  while (sender.queued < 3) callOn(sender, slots);
  await looks(5);
  // There is no room: the thread has not read.
  expect([rescues, sender.queued]).toEqual([0, 3]);
  // A thread that makes room and does not tell.
  requests.consumer().drain({ onRecord: () => undefined });
  await looks(2);
  expect([rescues, sender.queued]).toEqual([1, 0]);
  await looks(5);
  expect(rescues).toBe(1);
});

test('a signal that comes late, but within the turn after the second look, is no rescue', async () => {
  requests.consumer().drain({ onRecord: () => undefined });
  while (sender.queued < 3) callOn(sender, slots);
  await looks(1);
  requests.consumer().drain({ onRecord: () => undefined });
  await looks(1);
  vi.advanceTimersByTime(LOOK);
  drain.onSignal();
  await looks(3);
  expect([rescues, sender.queued]).toEqual([0, 0]);
});

test('results that are unfinished, and that nobody is about to go on with, are left behind', () => {
  class Odd extends SlicedResult {
    readonly #isOdd: boolean;
    constructor(isOdd: boolean) {
      super();
      this.#isOdd = isOdd;
    }
    advance(): boolean {
      return true;
    }
    get value(): string {
      if (this.#isOdd) throw new Error('odd');
      return 'finished';
    }
  }
  const turns: (() => void)[] = [];
  vi.spyOn(globalThis, 'setImmediate').mockImplementation(((run: () => void) => turns.push(run)) as never);
  const queue = new SliceQueue(slots, () => undefined);
  const settled = vi.fn<(value: unknown) => void>();
  const add = (result: SlicedResult): number => {
    const slot = slots.take(settled, settled, { flags: 0 }, 0);
    queue.add(slot, slots.generationOf(slot), result, 0);
    return slot;
  };
  const odd = add(new Odd(true));
  add(new Odd(false));
  expect(queue.isLeftBehind).toBe(false);
  expect(turns.shift()).toThrow('odd');
  expect([queue.isLeftBehind, turns.length]).toEqual([true, 0]);
  slots.reject(odd, 'its agent is gone');
  queue.goOn();
  while (turns.length > 0) turns.shift()!();
  expect(settled.mock.calls).toEqual([['its agent is gone'], ['finished']]);
  expect(queue.isLeftBehind).toBe(false);
});
