import { ControlBlock } from '@offloop/runtime/ring';
import { messages } from '@offloop/wire/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Connection } from '../../src/connection/connection.js';
import type { InternalCalls } from '../../src/connection/internal-calls.js';
import type { ShardSettings } from '../../src/control/settings.js';
import { Statistics } from '../../src/statistics/statistics.js';

vi.mock('@offloop/runtime/clock', () => import('@offloop/tools/driven-clock'));

const PERIOD = 7_000;

let reports: number;
let connection: Connection | undefined;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  reports = 0;
  connection = { openedAt: 0, localAddress: { host: 'client', port: 1 } } as Connection;
});
afterEach(() => {
  vi.useRealTimers();
});

function statistics(statisticsPeriodMillis: number): Statistics {
  const call = async (_connection: Connection, spec: unknown): Promise<void> => {
    expect(spec).toBe(messages.client.statistics);
    reports++;
  };
  return new Statistics(
    { statisticsPeriodMillis, clientName: 'client', clientVersion: '1' } as ShardSettings,
    () => connection,
    { call } as unknown as InternalCalls,
    ControlBlock.create(),
  );
}

test('the first report comes at once, the next ones each period, however often it is started', () => {
  const sender = statistics(PERIOD);
  sender.start();
  sender.start();
  expect(reports).toBe(1);
  vi.advanceTimersByTime(PERIOD - 1);
  expect(reports).toBe(1);
  vi.advanceTimersByTime(1);
  expect(reports).toBe(2);
  vi.advanceTimersByTime(10 * PERIOD);
  expect(reports).toBe(12);
});

test('without a connection a report is left out, and the next one comes in its time', () => {
  const sender = statistics(PERIOD);
  sender.start();
  const only = connection;
  connection = undefined;
  vi.advanceTimersByTime(3 * PERIOD);
  connection = only;
  expect(reports).toBe(1);
  vi.advanceTimersByTime(PERIOD);
  expect(reports).toBe(2);
});

test('with a period of 0, or after its end, nothing is reported', () => {
  statistics(0).start();
  expect(reports).toBe(0);
  const sender = statistics(PERIOD);
  sender.start();
  sender.stop();
  sender.start();
  vi.advanceTimersByTime(3 * PERIOD);
  expect(reports).toBe(1);
});
