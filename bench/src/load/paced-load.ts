import { performance } from 'node:perf_hooks';
import { evenArrivals, Latencies, OpenLoop, threadCpuMicros } from '@offloop/tools/measure';
import type { BenchClient } from '../clients/client.js';
import type { Cell, CellResult, Figures, RunContext } from '../experiment.js';
import { answerCheck } from './answer-check.js';
import { work } from './busy-map.js';
import { checkHealth } from './call-load.js';
import { fill } from './map-calls.js';
import { measureSteady } from './steady.js';
import { createDataset } from './values.js';

export interface PacedCell extends Cell {
  readonly perSecond: number;
  /** Number of calls that are due at once; 1 spreads them evenly. */
  readonly together: number;
  /** Time that the caller's thread works on each answer, in ms; 0 only checks it. */
  readonly workMillis: number;
}

const KEYS = 64;
const VALUE_BYTES = 1024;

/** Makes a paced cell. Its id is like `paced-1000`, `paced-500-work1000us`, or `burst-100`, whose bursts come ten times a second. */
export function pacedCell(
  perSecond: number,
  tier: Cell['tier'],
  { together = 1, workMillis = 0 }: { readonly together?: number; readonly workMillis?: number } = {},
): PacedCell {
  const pace =
    together === 1
      ? { id: `paced-${perSecond}`, title: `get 1 KB, ${perSecond.toLocaleString('en-US')}/s` }
      : {
          id: `burst-${together}`,
          title: `get 1 KB, ${together} together every ${(1000 * together) / perSecond} ms`,
        };
  return {
    id: workMillis === 0 ? pace.id : `${pace.id}-work${workMillis * 1000}us`,
    title: workMillis === 0 ? pace.title : `${pace.title}, ${workMillis} ms of work on each answer`,
    tier,
    perSecond,
    together,
    workMillis,
  };
}

/** Measures a window of calls by the clock, which go on through warm-up and window without a stop. */
export async function measurePaced(
  client: BenchClient,
  cell: PacedCell,
  { timing, seed }: RunContext,
): Promise<CellResult> {
  const map = await client.getMap(`bench-${VALUE_BYTES}-${KEYS}`);
  const data = createDataset(seed, KEYS, 1, VALUE_BYTES);
  await fill(map, data);
  globalThis.gc?.();

  const check = answerCheck(data);
  const latencies = new Latencies();
  const loop = new OpenLoop(evenArrivals(cell.perSecond, cell.together), async (turn, due) => {
    const index = turn % KEYS;
    const value = await map.get(data.keys[index]);
    latencies.record(performance.now() - due);
    check(turn, index, value);
    if (cell.workMillis > 0) work(cell.workMillis);
  });
  const open = (): ReturnType<typeof openPacedWindow> => openPacedWindow(loop, latencies, client);
  const result = await measureSteady({ cell: cell.id, load: loop, open }, timing);
  checkHealth(cell.id, client);
  return result;
}

/** Opens a window of a paced load, which forgets the latencies before it. */
export function openPacedWindow(
  loop: OpenLoop,
  latencies: Latencies,
  client: Pick<BenchClient, 'counters'>,
): (answers: number) => { readonly figures: Figures } {
  const wakeups = client.counters()?.wakeups;
  latencies.reset();
  const { due } = loop;
  const mainCpu = threadCpuMicros();
  const cpu = process.cpuUsage();
  const openedAt = performance.now();
  return (answers) => {
    const millis = performance.now() - openedAt;
    const { user, system } = process.cpuUsage(cpu);
    const mainCpuNow = threadCpuMicros();
    const wakeupsNow = client.counters()?.wakeups;
    if (answers === 0) throw new Error('no call was answered in the window: lengthen it with --seconds');
    const percent = (micros: number): number => micros / 10 / millis;
    const figures = {
      processCpuPercent: percent(user + system),
      mainCpuPercent: mainCpu === null || mainCpuNow === null ? null : percent(mainCpuNow - mainCpu),
      dueP50: latencies.percentile(50),
      dueP99: latencies.percentile(99),
      dueP999: latencies.percentile(99.9),
      answeredPerSecond: (answers * 1000) / millis,
      keptUp: answers / (loop.due - due),
      wakeupsPerCall:
        wakeups === undefined || wakeupsNow === undefined ? null : (wakeupsNow - wakeups) / answers,
    };
    return { figures };
  };
}
