import { ControlBlock } from '@offloop/runtime/ring';
import { messages } from '@offloop/wire';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Connection } from '../../src/connection/connection.js';
import type { InternalCalls } from '../../src/connection/internal-calls.js';
import { type ShardSettings, trafficMemory, AgentCounter } from '@offloop/contract';
import { Statistics } from '../../src/statistics/statistics.js';

vi.mock('@offloop/runtime/clock', () => import('@offloop/tools/driven-clock'));

const PERIOD = 7_000;

let reports: number;
let attributes: string;
let connection: Connection | undefined;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  reports = 0;
  attributes = '';
  connection = { openedAt: 0, localAddress: { host: 'client', port: 1 } } as Connection;
});
afterEach(() => {
  vi.useRealTimers();
});

interface OfShard {
  readonly shard: number;
  readonly traffic: SharedArrayBuffer;
  readonly control: ControlBlock;
  readonly leads: () => boolean;
}

const onlyShard = (): OfShard => ({
  shard: 0,
  traffic: trafficMemory(1),
  control: ControlBlock.create(),
  leads: () => true,
});

function statistics(
  statisticsPeriodMillis: number,
  { shard, traffic, control, leads }: OfShard = onlyShard(),
): Statistics {
  const call = async (
    _connection: Connection,
    spec: unknown,
    values: { clientAttributes: string },
  ): Promise<void> => {
    expect(spec).toBe(messages.client.statistics);
    attributes = values.clientAttributes;
    reports++;
  };
  return new Statistics(
    { statisticsPeriodMillis, clientName: 'client', clientVersion: '1', shard, traffic } as ShardSettings,
    () => connection,
    { call } as unknown as InternalCalls,
    control,
    leads,
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

test('of several shards the one that leads reports, the bytes of all, and the next one when it is gone', () => {
  const traffic = trafficMemory(3);
  let leader = 1;
  const shards = [0, 1, 2].map((shard) => ({
    shard,
    traffic,
    control: ControlBlock.create(),
    leads: () => leader === shard,
  }));
  const count = (shard: number, bytesIn: number, bytesOut: number): void => {
    const { protocol } = shards[shard].control;
    protocol.count(AgentCounter.BYTES_IN, bytesIn);
    protocol.count(AgentCounter.BYTES_OUT, bytesOut);
  };
  const senders = shards.map((shard) => statistics(PERIOD, shard));
  for (const sender of senders) sender.start();
  expect(reports).toBe(1);
  count(0, 1, 10);
  count(1, 200, 2000);
  count(2, 30_000, 300_000);
  vi.advanceTimersByTime(2 * PERIOD);
  expect(reports).toBe(3);
  expect(attributes).toContain('tcp.bytesReceived=30201,tcp.bytesSend=302010');

  // The leader's worker dies, and comes back as one that follows: what it had counted stays counted.
  senders[1].stop();
  leader = 2;
  senders[2].onLeading();
  expect(reports).toBe(4);
  shards[1].control = ControlBlock.create();
  senders[1] = statistics(PERIOD, shards[1]);
  senders[1].start();
  count(1, 5, 5);
  vi.advanceTimersByTime(2 * PERIOD);
  expect(reports).toBe(6);
  expect(attributes).toContain('tcp.bytesReceived=30206,tcp.bytesSend=302015');
});

test('a shard that comes to lead before its first connection, or after its end, reports nothing by that', () => {
  const sender = statistics(PERIOD);
  sender.onLeading();
  sender.start();
  sender.stop();
  sender.onLeading();
  expect(reports).toBe(1);
});
