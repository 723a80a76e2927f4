import { ClosedLoop } from '@offloop/tools/measure';
import type { BenchClient } from '../clients/client.js';
import type { Cell, CellResult, RunContext } from '../experiment.js';
import { measureCallLoad, type CallLoad } from './call-load.js';
import { fill, getCalls, setCalls, SPREAD_KEYS } from './map-calls.js';
import { createDataset } from './values.js';

/** A load on one map. */
export interface MapLoad {
  readonly operation: 'get' | 'set';
  readonly valueBytes: number;
  /** Number of calls in flight. */
  readonly concurrency: number;
  /** Number of keys; 1 is a single hot key. */
  readonly keys: number;
  /** True if latencies are sampled. Default false. */
  readonly timed?: boolean;
  /** Time that the caller's thread works on each answer, in ms. Default: none. */
  readonly workMillis?: number;
}

export type MapCell = Cell & MapLoad;

/** Formats a size: `102400` → `100 KB`; `3` → `3 B`. A megabyte may be a million bytes or 2²⁰. */
export function sizeTitle(bytes: number): string {
  if (bytes >= 1_000_000) return `${Math.round(bytes / 2 ** 20)} MB`;
  return bytes >= 1024 ? `${bytes / 1024} KB` : `${bytes} B`;
}

/** Makes a cell over many keys, or one. Its id is like `get-1KB-c256`, `get-1KB-c256-hot`, or `get-1KB-c256-work20us`. */
export function mapCell(
  operation: 'get' | 'set',
  valueBytes: number,
  concurrency: number,
  tier: Cell['tier'],
  more: Partial<Pick<MapLoad, 'keys' | 'timed' | 'workMillis'>> = {},
): MapCell {
  const { keys = SPREAD_KEYS, workMillis = 0 } = more;
  const size = sizeTitle(valueBytes);
  const micros = workMillis * 1000;
  const [hot, hotTitle] = keys === 1 ? ['-hot', ', one hot key'] : ['', ''];
  const [work, workTitle] =
    micros === 0 ? ['', ''] : [`-work${micros}us`, `, ${micros} µs of work on each answer`];
  return {
    id: `${operation}-${size.replace(' ', '')}-c${concurrency}${hot}${work}`,
    title: `${operation} ${size}, c=${concurrency}${hotTitle}${workTitle}`,
    tier,
    operation,
    valueBytes,
    concurrency,
    ...more,
    keys,
  };
}

/** Loads that warm a process up: both operations, with a size and a concurrency that use every path of a client. */
const PROCESS_WARMUP: readonly MapLoad[] = [
  { operation: 'get', valueBytes: 1024, concurrency: 64, keys: 64 },
  { operation: 'set', valueBytes: 1024, concurrency: 64, keys: 64 },
];

/** Most bytes of a writer's values, which bounds memory. Each key has two values at least: with one, a lost write could not be seen. */
const VALUES_LIMIT_BYTES = 32 * 1024 * 1024;
const MAX_VARIANTS = 8;

/** Warms a process up before its first cell, whichever that is. */
export async function warmUpProcess(client: BenchClient, { timing, seed }: RunContext): Promise<void> {
  const seconds = timing.processWarmup / PROCESS_WARMUP.length;
  if (seconds === 0) return;
  for (const load of PROCESS_WARMUP) {
    const { call, take } = await prepare(client, load, seed);
    const loop = new ClosedLoop(load.concurrency, call, take);
    const timer = setTimeout(() => loop.stop(), seconds * 1000);
    await loop.ended.finally(() => clearTimeout(timer));
  }
}

export async function measureMapLoad(
  client: BenchClient,
  cell: MapCell,
  { timing, seed }: RunContext,
): Promise<CellResult> {
  return measureCallLoad(client, cell, await prepare(client, cell, seed), timing);
}

async function prepare(client: BenchClient, load: MapLoad, seed: number): Promise<CallLoad> {
  const { operation, valueBytes, keys, workMillis = 0 } = load;
  const map = await client.getMap(`bench-${valueBytes}-${keys}`);
  const data = createDataset(seed, keys, variantsOf(load), valueBytes);
  await fill(map, data);
  const calls: CallLoad = operation === 'get' ? getCalls(map, data) : setCalls(map, data);
  return workMillis === 0 ? calls : working(calls, workMillis);
}

function variantsOf({ operation, valueBytes, keys }: MapLoad): number {
  if (operation === 'get') return 1;
  return Math.max(2, Math.min(MAX_VARIANTS, Math.floor(VALUES_LIMIT_BYTES / (valueBytes * keys))));
}

/** Makes a load whose caller works on each answer, on its own thread, as applications do. */
function working(calls: CallLoad, millis: number): CallLoad {
  return {
    ...calls,
    take: (answer, turn) => {
      const operations = calls.take?.(answer, turn) ?? 1;
      const until = performance.now() + millis;
      while (performance.now() < until);
      return operations;
    },
  };
}
