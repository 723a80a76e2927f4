import { readdirSync, readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { BenchClient } from '../clients/client.js';
import { openOfficial, openOffloop, withRuntime } from '../clients/open.js';
import { lower, Tier, type Cell, type Experiment } from '../experiment.js';
import { approachesOf, withClient, type Clients } from '../load/map-experiment.js';

const CELLS: readonly Cell[] = [{ id: 'connected', title: 'connected, no calls', tier: Tier.QUICK }];

const CLIENTS: Clients<BenchClient> = {
  official: [Tier.QUICK, openOfficial],
  offloop: [Tier.QUICK, openOffloop],
  'workers 0': [Tier.DEFAULT, withRuntime({ workers: 0 })],
};

export const idle: Experiment = {
  name: 'idle',
  title: 'A connected client that nobody asks for anything',
  method:
    'One client, connected to one real member, after a few calls; then nothing. The window is four times as long as elsewhere, for the ' +
    'heartbeats. Nothing is sampled meanwhile: the sampling timer of the loop delay alone would wake the loop a thousand times a second.',
  needsMember: true,
  pace: 4,
  cells: CELLS,
  approaches: approachesOf(CLIENTS),
  figures: [
    lower('cpuPercent', 'CPU, % of a core', { headline: true, note: '`process.cpuUsage()`: every thread.' }),
    lower('switchesPerSecond', 'Wake-ups of threads/s', {
      headline: true,
      note: 'Voluntary context switches of all threads of the process, from `/proc`: each is a thread that slept and was woken. Linux only.',
    }),
    lower('doorbellsPerSecond', 'Doorbells/s'),
  ],
  run: (context) =>
    withClient(CLIENTS, context, async (client) => {
      const { cells, timing } = context;
      const map = await client.getMap('bench-idle');
      await map.set('key', 'value');
      if ((await map.get('key')) !== 'value') throw new Error('the value was lost');
      await delay(timing.cellWarmup * 500);
      const figures = await watch(client, timing.window);
      return cells.map((cell) => ({ cell, figures }));
    }),
};

async function watch(client: BenchClient, seconds: number): Promise<Record<string, number | null>> {
  const doorbells = client.counters()?.wakeups;
  const switches = voluntarySwitches();
  const cpu = process.cpuUsage();
  const start = performance.now();
  await delay(seconds * 1000);
  const elapsed = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const switchesNow = voluntarySwitches();
  const doorbellsNow = client.counters()?.wakeups;
  return {
    cpuPercent: (user + system) / 1e4 / elapsed,
    switchesPerSecond: switches === null || switchesNow === null ? null : (switchesNow - switches) / elapsed,
    doorbellsPerSecond:
      doorbells === undefined || doorbellsNow === undefined ? null : (doorbellsNow - doorbells) / elapsed,
  };
}

/** Returns the number of voluntary context switches of all threads that live now; null where there is no `/proc`. */
function voluntarySwitches(): number | null {
  try {
    return readdirSync('/proc/self/task')
      .map((task) => readFileSync(`/proc/self/task/${task}/status`, 'utf8'))
      .map((status) => Number(/^voluntary_ctxt_switches:\s*(\d+)/m.exec(status)?.[1]))
      .reduce((sum, count) => sum + count, 0);
  } catch {
    return null;
  }
}
