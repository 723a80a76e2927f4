import type { Client } from 'offloop';

type ShardFigures = ReturnType<Client['stats']>['shards'][number];

/** Figures that are not added up: those of the shards are the same, or the highest counts. */
const HIGHEST: readonly (keyof ShardFigures)[] = [
  'requestRingHighWater',
  'completionRingHighWater',
  'workerUtilization',
];

/**
 * The figures of a client, whatever the number of its workers (`OFFLOOP_WORKERS`): counters are added up. `connections` are those of each
 * worker, and NaN while one has more than another.
 */
export function figuresOf(client: Client): ShardFigures {
  const { shards } = client.stats();
  const [first] = shards;
  if (first === undefined || shards.length === 1) return first;
  const all = (key: keyof ShardFigures): number[] => shards.map((shard) => shard[key]);
  const figureOf = (key: keyof ShardFigures): number => {
    if (key === 'connections') return new Set(all(key)).size === 1 ? first.connections : Number.NaN;
    return HIGHEST.includes(key) ? Math.max(...all(key)) : all(key).reduce((sum, each) => sum + each, 0);
  };
  const keys = Object.keys(first) as (keyof ShardFigures)[];
  return Object.fromEntries(keys.map((key) => [key, figureOf(key)])) as unknown as ShardFigures;
}
