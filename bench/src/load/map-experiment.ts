import type { BenchClient } from '../clients/client.js';
import type { Approach, Cell, CellResult, Experiment, RunContext, Tier } from '../experiment.js';
import { measureMapLoad, warmUpProcess, type MapLoad } from './map-load.js';
import { measurePaced, type PacedCell } from './paced-load.js';
import { measureTurns, type TurnsCell } from './turns-load.js';
import { WINDOW_FIGURES } from './window.js';
import { eachCell } from './works-of.js';

export type MapCell = Cell & MapLoad;

/** Opens a client the way one approach does. */
export type Open<Client> = (cluster: string) => Promise<Client>;

/** Approaches that are clients, or settings of one: from which tier on, and how each is opened. */
export type Clients<Client> = Readonly<Record<string, readonly [Tier, Open<Client>]>>;

export function approachesOf(clients: Clients<unknown>): Approach[] {
  return Object.entries(clients).map(([name, [tier]]) => ({ name, tier }));
}

/** Opens the client of the context's approach for `use`, and shuts it down. */
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
  /** Default: those of a window. */
  readonly figures?: Experiment['figures'];
};

/** An experiment on a map of a real member, whose cells are loads in a closed loop, by the clock, or both by turns. */
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

/** Keys of a load that says nothing else: enough to spread over the partitions. */
export const SPREAD_KEYS: number = 64;

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
