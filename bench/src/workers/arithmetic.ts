import type { Cell, Values } from '../experiment.js';
import { formatNumber } from '../report/format.js';
import { renderTable } from '../report/markdown.js';
import { summarize } from '../stats.js';

/** Numbers of cores of the machines that are calculated. */
const CORES = [2, 4, 8, 16];

/** The approach whose cost is taken: with more workers than are needed a call costs more. */
const MEASURED = 'workers 1';

const LEGEND =
  'Arithmetic from the medians of `workers 1`, not a measurement: first with members elsewhere, then with the member on the same machine. Bold: ' +
  'the caller’s thread is the limit. One core is the caller’s, and workers have the others; memory, kernel and smaller batches are left out.';

/** The CPU time of a call on each side, in µs. */
interface Cost {
  readonly caller: number;
  readonly worker: number;
  readonly member: number;
}

/**
 * Calculates calls a second: a thread that needs m CPU-µs for a call makes at most 10⁶ ÷ m of them on a core of its own. One core is the
 * caller's, the others are its workers', and the member's if it has no machine of its own.
 */
export function callsOn(cores: number, { caller, worker, member }: Cost, memberElsewhere: boolean): number {
  const ofOthers = worker + (memberElsewhere ? 0 : member);
  return Math.min(1e6 / caller, ((cores - 1) * 1e6) / ofOthers);
}

/** Renders what 2 to 16 cores give, from the cost of a call; empty if that was not measured. */
export function coresTable(cells: readonly Cell[], values: Values): string {
  const rows = cells.flatMap((cell) => {
    const cost = costOf(cell, values);
    return cost === undefined ? [] : [rowOf(cell, cost)];
  });
  if (rows.length === 0) return '';
  const header = [
    'By arithmetic',
    'caller, worker, member: CPU-µs a call',
    'workers until the caller’s thread is the limit',
    ...CORES.map((cores) => `${cores} cores, calls/s`),
  ];
  return `${renderTable(header, rows, true)}\n\n${LEGEND}`;
}

function rowOf({ title }: Cell, cost: Cost): string[] {
  const { caller, worker, member } = cost;
  const limit = 1e6 / caller;
  const calls = (cores: number, memberElsewhere: boolean): string => {
    const found = callsOn(cores, cost, memberElsewhere);
    return found === limit ? `**${formatNumber(found)}**` : formatNumber(found);
  };
  return [
    title,
    [caller, worker, member].map(formatNumber).join(', '),
    formatNumber(worker / caller),
    ...CORES.map((cores) => `${calls(cores, true)}; ${calls(cores, false)}`),
  ];
}

function costOf({ id }: Cell, values: Values): Cost | undefined {
  const median = (figure: string): number | undefined => summarize(values(id, figure, MEASURED))?.median;
  const [caller, worker, member] = ['mainCpuMicros', 'workerCpuMicros', 'memberCpuMicros'].map(median);
  if (caller === undefined || worker === undefined || member === undefined) return undefined;
  return { caller, worker, member };
}
