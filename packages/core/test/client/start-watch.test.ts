import { SILENT_LOGGER } from '@offloop/tools';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { StartWatch } from '../../src/client/start-watch.js';

vi.mock('@offloop/runtime/clock', () => import('@offloop/tools/driven-clock'));

const SLOW = 10_000;

let warnings: string[];
let watch: StartWatch;
beforeEach(() => {
  vi.useFakeTimers();
  warnings = [];
  const warn = (source: string, message: string): void => void warnings.push(`${source}: ${message}`);
  watch = new StartWatch({ ...SILENT_LOGGER, warn });
});
afterEach(() => {
  vi.useRealTimers();
});

const never = (): Promise<never> => new Promise(() => undefined);

test('what takes longer than ten seconds is named once, and is among the waits until it comes', async () => {
  let come = (_value: number): void => undefined;
  const waited = watch.during(
    'a connection',
    new Promise<number>((resolve) => {
      come = resolve;
    }),
    () => Promise.resolve(': tried member:5701 (refused)'),
  );
  await vi.advanceTimersByTimeAsync(SLOW - 1);
  expect(warnings).toEqual([]);
  expect(watch.waits).toEqual([{ what: 'a connection', sinceMillis: SLOW - 1 }]);
  await vi.advanceTimersByTimeAsync(1);
  expect(warnings).toEqual([
    'Client: the start has waited for 10 s for a connection: tried member:5701 (refused)',
  ]);
  await vi.advanceTimersByTimeAsync(10 * SLOW);
  expect(warnings).toHaveLength(1);
  come(7);
  expect(await waited).toBe(7);
  expect(watch.waits).toEqual([]);
});

test('what comes or fails in time is not named', async () => {
  await watch.during('one', Promise.resolve());
  await expect(watch.during('another', Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  await vi.advanceTimersByTimeAsync(2 * SLOW);
  expect(warnings).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

test('nor what comes while its details are asked for', async () => {
  let come = (): void => undefined;
  let tell = (_details: string): void => undefined;
  const waited = watch.during(
    'a connection',
    new Promise<void>((resolve) => {
      come = resolve;
    }),
    () =>
      new Promise<string>((resolve) => {
        tell = resolve;
      }),
  );
  await vi.advanceTimersByTimeAsync(SLOW);
  come();
  await waited;
  tell('');
  await vi.advanceTimersByTimeAsync(1);
  expect(warnings).toEqual([]);
});

test('two things are waited for, each with a time of its own', async () => {
  void watch.during('one', never());
  await vi.advanceTimersByTimeAsync(SLOW / 2);
  void watch.during('another', never());
  await vi.advanceTimersByTimeAsync(SLOW / 2);
  expect(warnings).toEqual(['Client: the start has waited for 10 s for one']);
  await vi.advanceTimersByTimeAsync(SLOW / 2);
  expect(warnings).toHaveLength(2);
});
