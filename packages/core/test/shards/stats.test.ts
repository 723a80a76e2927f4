import { expect, test } from 'vitest';

import { totalStats, type ShardStats } from '../../src/shards/stats.js';

/** A shard whose figures are `from`, `from + 1`, … */
function shardFrom(from: number): ShardStats {
  const keys = Object.keys(totalStats([]));
  return Object.fromEntries(keys.map((key, i) => [key, from + i])) as unknown as ShardStats;
}

test('figures of several shards are added up, but for those of which the highest counts', () => {
  const [low, high] = [shardFrom(1), shardFrom(100)];
  const total = totalStats([low, high, low]);
  expect(total.operations).toBe(2 * low.operations + high.operations);
  expect(total.connections).toBe(2 * low.connections + high.connections);
  expect(total.epoch).toBe(2 * low.epoch + high.epoch);
  for (const key of ['requestRingHighWater', 'completionRingHighWater', 'workerUtilization'] as const) {
    expect(total[key]).toBe(high[key]);
  }
  expect(Object.values(total).every(Number.isFinite)).toBe(true);
});

test('of one shard the total is that shard, and of none it is nothing', () => {
  expect(totalStats([shardFrom(7)])).toEqual(shardFrom(7));
  const { workerUtilization, ...figures } = totalStats([]);
  expect(workerUtilization).toBeNaN();
  expect(new Set(Object.values(figures))).toEqual(new Set([0]));
});
