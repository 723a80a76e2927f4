import type { BenchClient } from '../clients/client.js';
import type { CellResult, RunContext, Timing } from '../experiment.js';
import { ClosedLoop } from '@offloop/tools/measure';
import { busyMap } from './busy-map.js';
import { measureCallLoad, type CallLoad } from './call-load.js';
import { fill, getCalls, setCalls } from './map-calls.js';
import { createDataset } from './values.js';
import { timedMap } from './timed-map.js';

/** A load on one map. */
export interface MapLoad {
  readonly id: string;
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

/** Loads that warm a process up: both operations, with a size and a concurrency that use every path of a client. */
const PROCESS_WARMUP: readonly MapLoad[] = [
  { id: 'warm-up get', operation: 'get', valueBytes: 1024, concurrency: 64, keys: 64 },
  { id: 'warm-up set', operation: 'set', valueBytes: 1024, concurrency: 64, keys: 64 },
];

/** Most bytes of a writer's values, which bounds memory. Each key has two values at least: with one, a lost write could not be seen. */
const VALUES_LIMIT_BYTES = 32 * 1024 * 1024;
const MAX_VARIANTS = 8;

/** Measures loads on maps, one after another on one client. */
export async function measureMapLoads(
  client: BenchClient,
  loads: readonly MapLoad[],
  context: RunContext,
): Promise<CellResult[]> {
  const { timing, seed } = context;
  await warmUpProcess(client, context);
  const results: CellResult[] = [];
  for (const load of loads) {
    context.onCell?.(load.id);
    results.push(await measureMapLoad(client, load, timing, seed));
  }
  return results;
}

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
  load: MapLoad,
  timing: Timing,
  seed: number,
): Promise<CellResult> {
  return measureCallLoad(client, load, await prepare(client, load, seed), timing);
}

async function prepare(client: BenchClient, load: MapLoad, seed: number): Promise<CallLoad> {
  const map = await client.getMap(`bench-${load.valueBytes}-${load.keys}`);
  const data = createDataset(seed, load.keys, variantsOf(load), load.valueBytes);
  await fill(map, data);
  const more = load.timed === true ? timedMap(map) : undefined;
  const asked = more?.map ?? map;
  const used = load.workMillis === undefined ? asked : busyMap(asked, load.workMillis);
  return { ...(load.operation === 'get' ? getCalls : setCalls)(used, data), more };
}

function variantsOf({ operation, valueBytes, keys }: MapLoad): number {
  if (operation === 'get') return 1;
  return Math.max(2, Math.min(MAX_VARIANTS, Math.floor(VALUES_LIMIT_BYTES / (valueBytes * keys))));
}
