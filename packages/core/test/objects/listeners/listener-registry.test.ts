import type { ToWorker } from '@offloop/contract';
import { SILENT_LOGGER } from '@offloop/tools';
import { OperationTimeoutError } from '@offloop/values';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { ListenerRegistry } from '../../../src/objects/listeners/listener-registry.js';

vi.mock('@offloop/runtime/clock', () => import('@offloop/tools/driven-clock'));

const LONGEST_WAIT = 1000;
const REQUESTS = {
  add: Buffer.alloc(0),
  remove: Buffer.alloc(0),
  nearCache: undefined,
  onEvent: () => undefined,
};

let told: ToWorker[];
let waiting: (() => void)[];
let registry: ListenerRegistry;
beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  waiting = [];
  registry = new ListenerRegistry(
    {
      tellLeader: (message) => told.push(message),
      whenListening: (then) => waiting.push(then),
      carriesCalls: true,
      isStopped: false,
    },
    SILENT_LOGGER,
    LONGEST_WAIT,
  );
});
afterEach(() => void vi.useRealTimers());

/** The thread leads. */
function lead(): void {
  for (const then of waiting.splice(0)) then();
}

const registrations = (): unknown[] =>
  told.map((message) => (message.type === 'listen' ? message.registration : message.type));

describe('a listener that is added while the thread does not lead', () => {
  test('is made, in its turn, when it does', async () => {
    const added = [registry.add(REQUESTS), registry.add(REQUESTS)];
    vi.advanceTimersByTime(LONGEST_WAIT - 1);
    expect(told).toEqual([]);
    lead();
    expect(registrations()).toEqual([0, 1]);
    expect(vi.getTimerCount()).toBe(0);
    for (const number of [0, 1]) registry.onListening(number);
    expect(new Set(await Promise.all(added)).size).toBe(2);
  });

  test('is refused after a while, and nothing is left of it', async () => {
    for (let round = 0; round < 3; round++) {
      const added = Promise.allSettled([registry.add(REQUESTS), registry.add(REQUESTS)]);
      vi.advanceTimersByTime(LONGEST_WAIT);
      for (const result of await added) {
        expect(result).toMatchObject({
          status: 'rejected',
          reason: expect.any(OperationTimeoutError) as Error,
        });
        expect(result).toMatchObject({
          reason: { message: expect.stringContaining('within 1000 ms') as string },
        });
      }
    }
    expect([registry.size, waiting.length]).toEqual([0, 1]);
    const late = registry.add(REQUESTS);
    lead();
    expect(registrations()).toEqual([6]);
    registry.onListening(6);
    expect(await late).toBeTypeOf('string');
    void registry.add(REQUESTS);
    lead();
    expect(registrations()).toEqual([6, 7]);
  });

  test('leaves no timer behind when the client ends', async () => {
    const added = registry.add(REQUESTS);
    registry.end();
    await expect(added).rejects.toMatchObject({ code: 'ERR_OFFLOOP_CLIENT_NOT_ACTIVE' });
    expect(vi.getTimerCount()).toBe(0);
    lead();
    expect(told).toEqual([]);
  });
});
