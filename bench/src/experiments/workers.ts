import type { BenchClient } from '../clients/client.js';
import { openOffloop } from '../clients/open.js';
import { openSeveral } from '../clients/several.js';
import { Tier, type Experiment, type Values } from '../experiment.js';
import { mapCell, mapExperiment, type Open } from '../load/map-experiment.js';
import { summarize } from '../stats.js';

const CELLS = [
  mapCell('get', 3, 256, Tier.DEFAULT),
  mapCell('get', 1024, 256, Tier.QUICK),
  mapCell('set', 1024, 256, Tier.DEFAULT),
  mapCell('get', 100 * 1024, 64, Tier.DEFAULT),
];

const severalOf =
  (count: number): Open<BenchClient> =>
  (cluster) =>
    openSeveral(count, () => openOffloop(cluster, { workers: 1 }));

export const workers: Experiment = mapExperiment(
  {
    name: 'workers',
    title: 'Worker threads: none, one, several',
    method:
      'One real member. More than one worker a client does not exist yet: two and four clients in one process, each with its worker and ' +
      'its connection, keys divided among them, stand in for shards. The CPU of the workers is that of the process less that of the main thread.',
    cells: CELLS,
    remarks,
  },
  {
    'workers 0': [Tier.QUICK, (cluster) => openOffloop(cluster, { workers: 0 })],
    'workers 1': [Tier.QUICK, (cluster) => openOffloop(cluster, { workers: 1 })],
    '2 clients': [Tier.DEFAULT, severalOf(2)],
    '4 clients': [Tier.DEFAULT, severalOf(4)],
  },
);

/** A thread that needs m CPU-µs an operation does at most 10⁶ ÷ m of them a second on a core of its own. */
function remarks(values: Values): string {
  const median = (cell: string, figure: string, approach: string): number | null =>
    summarize(values(cell, figure, approach))?.median ?? null;
  const rows = CELLS.flatMap(({ id, title }) => {
    const main = median(id, 'mainCpuMicros', 'workers 1');
    const whole = median(id, 'processCpuMicros', 'workers 1');
    if (main === null || whole === null) return [];
    const worker = whole - main;
    const ceiling = (micros: number): string => Math.round(1e6 / micros).toLocaleString('en-US');
    const shards = worker / main;
    return [
      `| ${title} | ${main.toFixed(2)} | ${worker.toFixed(2)} | ${ceiling(main)} | ${ceiling(worker)} | ${shards.toFixed(1)} | ${(1 + shards).toFixed(1)} |`,
    ];
  });
  if (rows.length === 0) return '';
  return [
    '## Where it saturates, by arithmetic',
    '',
    'From the medians of `workers 1`: a thread of m CPU-µs an operation does at most 10⁶ ÷ m operations a second on a core of its own; n shards ' +
      'do n times what one worker does, until the main thread is the limit: at n = worker ÷ main, on n + 1 cores beside those of the members. This ' +
      'is an upper bound on machines that we did not have: it leaves out memory bandwidth, the kernel, and that smaller batches cost more.',
    '',
    '| Cell | main, CPU-µs/op | worker, CPU-µs/op | main saturates at, op/s | one worker at, op/s | shards until the main thread is the limit | cores then |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
  ].join('\n');
}
