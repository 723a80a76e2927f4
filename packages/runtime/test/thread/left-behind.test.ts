import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { FloorCounter } from '../../src/ring/control-block.js';
import { CompletionKind } from '../../src/ring/records.js';
import type { CallHeader } from '../../src/ring/call-header.js';
import type { AgentPort } from '../../src/thread/agent.js';
import { CycleBench, IdleAgent } from '../support/cycle-bench.js';

vi.mock('../../src/shared/clock.js', () => import('@offloop/tools/driven-clock'));

const LOOK = 500;
/** Completions that fill a ring of 1024 bytes to the last one that fits. */
const FULL = 64;

/** Completes each call as often as its slot's number says; has work, and is paused, when it is told so. */
class MoodyAgent extends IdleAgent {
  readonly #port: AgentPort;
  isBusy = false;
  resumed = 0;
  tended = 0;

  constructor(port: AgentPort) {
    super();
    this.#port = port;
  }

  override begin({ slot }: Readonly<CallHeader>): void {
    for (let i = 0; i < slot; i++) this.#port.completions.empty(CompletionKind.VOID, slot, i);
  }

  override hasWork(): boolean {
    return this.isBusy;
  }

  override afterRequests(): void {
    if (this.isBusy) this.tended++;
    this.isBusy = false;
  }

  override resume(): void {
    this.resumed++;
    this.isPaused = false;
  }
}

let bench: CycleBench<MoodyAgent>;

const rescues = (): number => bench.control.floor.get(FloorCounter.RESCUES);

/** Half a second, in which the caller's loop turns or not, and the turns of this loop that the watchdog waits for. */
async function look(callerTurns: boolean): Promise<void> {
  if (callerTurns) bench.control.bumpLiveness();
  vi.advanceTimersByTime(LOOK);
  for (let turn = 0; turn < 4; turn++) await new Promise(setImmediate);
}

async function looks(count: number, callerTurns = true): Promise<void> {
  for (let i = 0; i < count; i++) await look(callerTurns);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  bench = new CycleBench(1024, (port) => new MoodyAgent(port));
  bench.cycle.start();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a thread that has nothing to do, or does it, is not rescued', async () => {
  await looks(5);
  bench.request(FULL);
  bench.request(10);
  // Held back, and the caller has not read: there is no room.
  await looks(5);
  bench.drain();
  await looks(5);
  bench.drain();
  await looks(5);
  expect(rescues()).toBe(0);
});

test('a thread that sleeps on completions for which there is room is rescued, once', async () => {
  bench.request(FULL);
  bench.request(10);
  // A caller that makes room and does not tell.
  bench.consumer.drain({ onRecord: () => undefined });
  await looks(2);
  expect(rescues()).toBe(0);
  await looks(3);
  expect(rescues()).toBe(1);
  expect(bench.drain().length).toBe(10);
  await looks(5);
  expect(rescues()).toBe(1);
});

test('a caller that is blocked in the middle of a drain has not forgotten to tell', async () => {
  bench.request(FULL);
  bench.request(10);
  bench.consumer.drain({ onRecord: () => undefined });
  await looks(10, false);
  expect(rescues()).toBe(0);
  // It comes back, and tells.
  if (bench.consumer.takeStarved()) bench.cycle.onSignal();
  await looks(5);
  expect(rescues()).toBe(0);
  expect(bench.drain().length).toBe(10);
});

test('a thread that sleeps although its agent has work is rescued', async () => {
  bench.agent.isBusy = true;
  await looks(5);
  expect(rescues()).toBe(1);
  expect(bench.agent.tended).toBe(1);
});

test('a thread that sleeps although its agent could read again is rescued', async () => {
  bench.agent.isPaused = true;
  await looks(5);
  expect(rescues()).toBe(1);
  expect(bench.agent.resumed).toBe(1);
});

test('a thread that works on is not rescued, however much is left to do', async () => {
  for (let i = 0; i < 10; i++) {
    bench.agent.isBusy = true;
    await look(true);
    bench.cycle.onSignal();
  }
  expect(rescues()).toBe(0);
});
