/**
 * `pnpm bench:flame EXPERIMENT [--filter CELL] [--approach NAME] [--cluster HOST:PORT] [--out DIR]`: profiles both threads of one process
 * with one cell, for a few seconds after the warm-up. It leaves a `.cpuprofile` for each thread, and a page that shows it.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Experiment } from './experiment.js';
import { EXPERIMENTS } from './experiments/index.js';
import { renderFlame } from './flame/render-flame.js';
import { startProfiling } from './flame/profile-threads.js';
import { openCluster } from './harness/cluster.js';
import { parseOptions } from './options.js';

/** Times in seconds: warm-up, profile, and a little more so that the profile ends inside the load. */
const WARMUP = 3;
const PROFILED = 4;
const REST = 1;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    filter: { type: 'string' },
    approach: { type: 'string', default: 'offloop' },
    cluster: { type: 'string' },
    out: { type: 'string', default: fileURLToPath(new URL('../.out', import.meta.url)) },
  },
});
const [name = 'get-set'] = positionals;
const experiment = EXPERIMENTS.find((candidate) => candidate.name === name);
if (experiment === undefined)
  throw new Error(`no experiment ${name}; there are ${EXPERIMENTS.map((one) => one.name).join(', ')}`);

const options = parseOptions(values.cluster === undefined ? [] : ['--cluster', values.cluster], 1);
const cluster = experiment.needsMember ? await openCluster(options, experiment.needsSql === true) : null;
try {
  await flame(experiment, cluster?.address ?? null);
} finally {
  await cluster?.stop();
}

async function flame(chosen: Experiment, address: string | null): Promise<void> {
  const { cells, approaches } = chosen;
  const pattern = new RegExp(values.filter ?? '');
  const cell = cells.find(({ id }) => pattern.test(id));
  if (cell === undefined) throw new Error(`no cell matches ${String(pattern)}`);
  const approach = (approaches.find((one) => one.name === values.approach) ?? approaches.at(-1)!).name;
  const folder = resolve(values.out);
  await mkdir(folder, { recursive: true });
  const profiled = startProfiling(WARMUP, PROFILED);
  const timing = { processWarmup: 0, cellWarmup: WARMUP, window: PROFILED + REST };
  await chosen.run({ approach, cells: [cell.id], timing, seed: 1, cluster: address });
  for (const { thread, profile } of await profiled) {
    const stem = join(folder, `${name}-${cell.id}-${approach}-${thread}`.replaceAll(/[ ,]+/g, '-'));
    await writeFile(`${stem}.cpuprofile`, JSON.stringify(profile));
    await writeFile(`${stem}.html`, await renderFlame(profile, `${cell.title}, ${approach}: ${thread}`));
    console.log(`${stem}.html`);
  }
}
