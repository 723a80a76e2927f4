import type { BenchClient } from '../clients/client.js';
import type { Cell, Experiment } from '../experiment.js';
import { measureMapLoads, type MapLoad } from './map-load.js';
import { withClient, type Open } from './with-client.js';
import { cellsOf } from './works-of.js';

/** Keys of a load that says nothing else: enough to spread over the partitions. */
export const SPREAD_KEYS: number = 64;

export type MapCell = Cell & MapLoad;

export type OpenClient = Open<BenchClient>;

/** The `run` of an experiment whose approaches are clients, or settings of one, and whose cells are loads on a map. */
export function mapLoadsOf(
  cells: readonly MapCell[],
  open: Readonly<Record<string, OpenClient>>,
): Experiment['run'] {
  return (context) =>
    withClient(open, context, (client) => measureMapLoads(client, cellsOf(cells, context.cells), context));
}

/** `102400` → `100 KB`; `3` → `3 B`; a megabyte is one of either kind. */
export function sizeTitle(bytes: number): string {
  if (bytes >= 1_000_000) return `${Math.round(bytes / 2 ** 20)} MB`;
  return bytes >= 1024 ? `${bytes / 1024} KB` : `${bytes} B`;
}

/** A cell over many keys, or one; its id is as in `get-set`: `get-1KB-c256`, `get-1KB-c256-hot`. */
export function mapCell(
  operation: 'get' | 'set',
  valueBytes: number,
  concurrency: number,
  tier: Cell['tier'],
  more: { readonly keys?: number; readonly timed?: boolean } = {},
): MapCell {
  const { keys = SPREAD_KEYS, timed = false } = more;
  const size = sizeTitle(valueBytes);
  return {
    id: `${operation}-${size.replace(' ', '')}-c${concurrency}${keys === 1 ? '-hot' : ''}`,
    title: `${operation} ${size}, c=${concurrency}${keys === 1 ? ', one hot key' : ''}`,
    tier,
    operation,
    valueBytes,
    concurrency,
    keys,
    timed,
  };
}
