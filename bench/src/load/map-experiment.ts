import type { BenchClient } from '../clients/client.js';
import type { Approach, Cell, CellResult, Experiment, RunContext, Tier } from '../experiment.js';
import { measureMapLoad, warmUpProcess, type MapLoad } from './map-load.js';
import { measurePaced, type PacedCell } from './paced-load.js';
import { measureTurns, type TurnsCell } from './turns-load.js';
import { WINDOW_FIGURES } from './window.js';
import { eachCell } from './works-of.js';

export type MapCell = Cell & MapLoad;

/** A function that opens a client in the way of one approach. */
export type Open<Client> = (cluster: string) => Promise<Client>;

/** Approaches that are clients, or settings of one: the tier of each, and the function that opens it. */
export type Clients<Client> = Readonly<Record<string, readonly [Tier, Open<Client>]>>;

export function approachesOf(clients: Clients<unknown>): Approach[] {
  return Object.entries(clients).map(([name, [tier]]) => ({ name, tier }));
}

/** Opens the client of the context's approach, calls `use` with it, and shuts it down. */
export async function withClient<Client extends { shutdown(): Promise<void> }>(
  clients: Clients<Client>,
  { approach, cluster }: RunContext,
  use: (client: Client) => Promise<CellResult[]>,
): Promise<CellResult[]> {
  if (cluster === null || clients[approach] === undefined)
    throw new Error(`cannot run ${approach} on ${cluster}`);
  const client = await clients[approach][1](cluster);
  try {
    return await use(client);
  } finally {
    await client.shutdown();
  }
}

type About<C> = Omit<Experiment, 'cells' | 'approaches' | 'figures' | 'run' | 'needsMember'> & {
  readonly cells: readonly C[];
  /** Figures of the experiment. Default: those of a window. */
  readonly figures?: Experiment['figures'];
};

/** Makes an experiment on a map of a real member, whose cells are loads in a closed loop, by the clock, or both by turns. */
export function mapExperiment(
  about: About<MapCell | PacedCell | TurnsCell>,
  clients: Clients<BenchClient>,
): Experiment {
  return {
    figures: WINDOW_FIGURES,
    ...about,
    needsMember: true,
    approaches: approachesOf(clients),
    run: (context) =>
      withClient(clients, context, async (client) => {
        await warmUpProcess(client, context);
        const results: CellResult[] = [];
        for (const cell of eachCell(about.cells, context)) results.push(await measure(client, cell, context));
        return results;
      }),
  };
}

function measure(
  client: BenchClient,
  cell: MapCell | PacedCell | TurnsCell,
  context: RunContext,
): Promise<CellResult> {
  if ('perSecond' in cell) return measurePaced(client, cell, context);
  if ('quietPerSecond' in cell) return measureTurns(client, cell, context);
  return measureMapLoad(client, cell, context.timing, context.seed);
}

/** Number of keys of a load that says nothing else: enough to spread over the partitions. */
export const SPREAD_KEYS: number = 64;

/** Formats a size: `102400` → `100 KB`; `3` → `3 B`. A megabyte may be a million bytes or 2²⁰. */
export function sizeTitle(bytes: number): string {
  if (bytes >= 1_000_000) return `${Math.round(bytes / 2 ** 20)} MB`;
  return bytes >= 1024 ? `${bytes / 1024} KB` : `${bytes} B`;
}

/** Makes a cell over many keys, or one. Its id is as in `get-set`: `get-1KB-c256`, `get-1KB-c256-hot`. */
export function mapCell(
  operation: 'get' | 'set',
  valueBytes: number,
  concurrency: number,
  tier: Tier,
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
