import { performance } from 'node:perf_hooks';
import { evenArrivals, Latencies, OpenLoop, threadCpuMicros } from '@offloop/tools/measure';
import type { BenchClient } from '../clients/client.js';
import type { Cell, CellResult, Figures, RunContext } from '../experiment.js';
import { checkHealth } from './call-load.js';
import { checkedGets } from './map-calls.js';
import { measureSteady } from './steady.js';

/** A cell of calls that are made by the clock, evenly. */
export interface PacedCell extends Cell {
  readonly perSecond: number;
}

/** Makes a cell whose id is like `paced-1000`. */
export function pacedCell(perSecond: number, tier: Cell['tier']): PacedCell {
  const title = `get 1 KB, ${perSecond.toLocaleString('en-US')}/s`;
  return { id: `paced-${perSecond}`, title, tier, perSecond };
}

/** Measures a window of calls by the clock, which go on through warm-up and window without a stop. */
export async function measurePaced(
  client: BenchClient,
  { id, perSecond }: PacedCell,
  { timing, seed }: RunContext,
): Promise<CellResult> {
  const get = await checkedGets(client, seed);
  const latencies = new Latencies();
  const loop = new OpenLoop(evenArrivals(perSecond), async (turn, due) => {
    await get(turn);
    latencies.record(performance.now() - due);
  });
  const open = (): ReturnType<typeof openPacedWindow> => openPacedWindow(loop, latencies, client);
  const result = await measureSteady({ cell: id, load: loop, open }, timing);
  checkHealth(id, client);
  return result;
}

/** Opens a window of a paced load, which forgets the latencies before it. */
export function openPacedWindow(
  loop: OpenLoop,
  latencies: Latencies,
  client: Pick<BenchClient, 'counters'>,
): (answers: number) => Figures {
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
    return {
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
  };
}
