import type { BenchClient } from '../clients/client.js';
import type { Approach, CellResult, Experiment, RunContext, Tier } from '../experiment.js';
import { measureCalls, type CallCell } from './call-load.js';
import { eachCell } from './cells.js';
import { measureMapLoad, warmUpProcess, type MapCell } from './map-load.js';
import { measurePaced, type PacedCell } from './paced-load.js';
import { measureTurns, type TurnsCell } from './turns-load.js';
import { WINDOW_FIGURES } from './window.js';

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

/** Makes an experiment on a real member, whose cells make their calls by themselves. */
export function callExperiment<Client extends Pick<BenchClient, 'counters' | 'shutdown'>>(
  about: About<CallCell<Client>>,
  clients: Clients<Client>,
): Experiment {
  const { name, cells } = about;
  return experimentOf(about, clients, (client, context) => measureCalls(client, name, cells, context));
}

export type AnyMapCell = MapCell | PacedCell | TurnsCell;

/** Makes an experiment on a map of a real member, whose cells are loads in a closed loop, by the clock, or both by turns. */
export function mapExperiment(about: About<AnyMapCell>, clients: Clients<BenchClient>): Experiment {
  return experimentOf(about, clients, (client, context) => measureMapCells(client, about.cells, context));
}

function experimentOf<Client extends { shutdown(): Promise<void> }>(
  about: About<Experiment['cells'][number]>,
  clients: Clients<Client>,
  measure: (client: Client, context: RunContext) => Promise<CellResult[]>,
): Experiment {
  return {
    figures: WINDOW_FIGURES,
    ...about,
    needsMember: true,
    approaches: approachesOf(clients),
    run: (context) => withClient(clients, context, (client) => measure(client, context)),
  };
}

/** Measures the cells of the context, one after another on one client. */
export async function measureMapCells(
  client: BenchClient,
  cells: readonly AnyMapCell[],
  context: RunContext,
): Promise<CellResult[]> {
  await warmUpProcess(client, context);
  const results: CellResult[] = [];
  for (const cell of eachCell(cells, context)) results.push(await measureMapCell(client, cell, context));
  return results;
}

function measureMapCell(client: BenchClient, cell: AnyMapCell, context: RunContext): Promise<CellResult> {
  if ('perSecond' in cell) return measurePaced(client, cell, context);
  return 'quietPerSecond' in cell
    ? measureTurns(client, cell, context)
    : measureMapLoad(client, cell, context);
}
