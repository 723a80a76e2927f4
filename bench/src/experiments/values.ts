import { Tier, type CellResult, type Experiment, type Timing } from '../experiment.js';
import type { LoadState } from '../load/flows.js';
import { measureSteady } from '../load/steady.js';
import { WINDOW_FIGURES } from '../load/window.js';
import { withClient, type Open } from '../load/with-client.js';
import { cellsOf } from '../load/works-of.js';
import { VALUE_CELLS, type Call, type ValueCell } from '../values/value-cells.js';
import { openOfficialValues, openOffloopValues, type ValueClient } from '../values/value-client.js';

/** Bytes: as in docs/decisions/0016. */
const PACKED_FROM = 16 * 1024;

const OPEN: Readonly<Record<string, Open<ValueClient>>> = {
  official: openOfficialValues,
  offloop: (cluster) => openOffloopValues(cluster),
  'offloop-packed': (cluster) => openOffloopValues(cluster, { packJsonFrom: PACKED_FROM }),
};

export const values: Experiment = {
  name: 'values',
  title: 'Values of all kinds and sizes',
  method:
    'Closed loop on one client with its default configuration, c calls in flight. JSON: items of ten fields whose keys repeat; ' +
    '`offloop-packed` has it packed by the worker from 16 KiB on. Texts are made of one alphabet each. Summaries: one number a document, by `getAllTransformed`, ' +
    'or by `getAll` and the same function on the caller. An operation of a list cell is the whole list. Every answer is checked at one spot, one in 64 in full.',
  needsMember: true,
  cells: VALUE_CELLS,
  approaches: [
    { name: 'official', tier: Tier.QUICK },
    { name: 'offloop', tier: Tier.QUICK },
    { name: 'offloop-packed', tier: Tier.FULL },
  ],
  figures: WINDOW_FIGURES,
  published: [],
  run: (context) =>
    withClient(OPEN, context, async (client) => {
      const { cells, timing, seed } = context;
      const results: CellResult[] = [];
      for (const cell of cellsOf(VALUE_CELLS, cells)) {
        const first = results.length === 0 ? timing.processWarmup : 0;
        results.push(await measure(client, cell, { ...timing, cellWarmup: timing.cellWarmup + first }, seed));
      }
      return results;
    }),
};

async function measure(
  client: ValueClient,
  cell: ValueCell,
  timing: Timing,
  seed: number,
): Promise<CellResult> {
  const name = `values-${cell.id}`;
  const map = await client.getMap(name);
  const call = await cell.prepare(client, map, name, seed);
  globalThis.gc?.();
  const state: LoadState = { running: true, operations: 0 };
  const result = await measureSteady(
    {
      cell: cell.id,
      state,
      flows: runFlows(call, cell.concurrency, state),
      counters: () => client.counters(),
      latencies: null,
    },
    timing,
  );
  // The next cell's values need the member's memory.
  await map.clear();
  const { rescues, restarts } = client.counters() ?? { rescues: 0, restarts: 0 };
  if (rescues + restarts > 0) throw new Error(`${cell.id}: ${rescues} rescues, ${restarts} restarts`);
  return result;
}

async function runFlows(call: Call, concurrency: number, state: LoadState): Promise<void> {
  const flow = async (start: number): Promise<void> => {
    for (let turn = start; state.running; turn++) {
      await call(turn);
      state.operations++;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, (_, i) => flow(i * 7)));
}
