import { openOffloop } from '../clients/open.js';
import { Tier, type Experiment, type Values } from '../experiment.js';
import { mapCell, mapExperiment } from '../load/map-experiment.js';
import { ownMemberLoadsOf, type OwnMemberCell } from '../load/own-member-loads.js';
import { WINDOW_FIGURES } from '../load/window.js';
import { summarize } from '../stats.js';

/** Machines of the arithmetic. */
const CORES = [2, 4, 8, 16];

const CELLS = [
  mapCell('get', 3, 256, Tier.DEFAULT),
  mapCell('get', 1024, 256, Tier.QUICK),
  mapCell('set', 1024, 256, Tier.DEFAULT),
  mapCell('get', 100 * 1024, 64, Tier.DEFAULT),
];

export const workers: Experiment = mapExperiment(
  {
    name: 'workers',
    title: 'Worker threads: none, one, several',
    method:
      'One real member, one client with `runtime.workers` of 0, 1, 2 and 4. The CPU of the workers is that of the process less that of the ' +
      'main thread. On a machine with two cores this shows what a worker costs that is not needed, not what it gives.',
    cells: CELLS,
    remarks,
  },
  {
    'workers 0': [Tier.QUICK, (cluster) => openOffloop(cluster, { workers: 0 })],
    'workers 1': [Tier.QUICK, (cluster) => openOffloop(cluster, { workers: 1 })],
    'workers 2': [Tier.DEFAULT, (cluster) => openOffloop(cluster, { workers: 2 })],
    'workers 4': [Tier.DEFAULT, (cluster) => openOffloop(cluster, { workers: 4 })],
  },
);

const TLS_CELLS: readonly OwnMemberCell[] = CELLS.map((cell) => ({ ...cell, transport: 'tls', workers: 1 }));

/** Encryption is the worker's: of all loads this one leaves the main thread the most room beside a worker. */
export const workersTls: Experiment = {
  name: 'workers-tls',
  title: 'Worker threads over TLS: one, two, four',
  method:
    'An embedded member in a process of its own, over TLS; one client with `runtime.workers` of 1, 2 and 4. The CPU of the workers is that of the ' +
    'process less that of the main thread.',
  needsMember: false,
  // Left out of a look at everything, whose six minutes are full.
  tier: Tier.DEFAULT,
  cells: TLS_CELLS,
  approaches: [
    { name: 'workers 1', tier: Tier.QUICK },
    { name: 'workers 2', tier: Tier.QUICK },
    { name: 'workers 4', tier: Tier.DEFAULT },
  ],
  figures: WINDOW_FIGURES,
  remarks,
  run: ownMemberLoadsOf(TLS_CELLS, ({ address, ca }, _cell, approach) =>
    openOffloop(address, { workers: Number(approach.split(' ')[1]) }, { ca }),
  ),
};

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
    const onCores = CORES.map((cores) => {
      // One core is the main thread's; each other one is a worker's.
      const shards = cores - 1;
      const byWorkers = (shards * 1e6) / worker;
      const byMain = 1e6 / main;
      return byMain < byWorkers
        ? `${Math.round(byMain).toLocaleString('en-US')} (main)`
        : Math.round(byWorkers).toLocaleString('en-US');
    });
    return [
      `| ${title} | ${main.toFixed(2)} | ${worker.toFixed(2)} | ${ceiling(main)} | ${ceiling(worker)} | ${(worker / main).toFixed(1)} | ${onCores.join(' | ')} |`,
    ];
  });
  if (rows.length === 0) return '';
  return [
    '## Where it saturates, by arithmetic',
    '',
    'Arithmetic, not a measurement. From the medians of `workers 1`: a thread of m CPU-µs an operation does at most 10⁶ ÷ m operations a second on a ' +
      'core of its own; n shards do n times what one worker does, until the main thread is the limit: at n = worker ÷ main. The last columns are ' +
      'operations a second on machines with so many cores beside those of the members, a worker for each core but one; (main): the main thread is the ' +
      'limit. It leaves out memory bandwidth, the kernel, and that smaller batches cost more.',
    '',
    '| Cell | main, CPU-µs/op | worker, CPU-µs/op | main saturates at, op/s | one worker at, op/s | shards until the main thread is the limit | ' +
      CORES.map((cores) => `${cores} cores, op/s | `)
        .join('')
        .trimEnd(),
    `| --- |${' ---: |'.repeat(5 + CORES.length)}`,
    ...rows,
  ].join('\n');
}
