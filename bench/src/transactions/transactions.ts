import type { Client } from 'offloop';
import type { BenchClient } from '../clients/client.js';
import { connectOffloop } from '../clients/open.js';
import { Tier, type Experiment } from '../experiment.js';
import { measureCalls, type CallCell } from '../load/call-load.js';
import { approachesOf, withClient, type Clients } from '../load/map-experiment.js';
import { WINDOW_FIGURES } from '../load/window.js';
import { works, type Work, type Ways } from './works.js';

/** Does the work of a cell with transactions, or with plain calls. */
export interface TransactionClient extends Pick<BenchClient, 'counters' | 'shutdown'> {
  readonly client: Client;
  readonly way: keyof Ways;
}

const CONCURRENCIES = [1, 8, 64];

/** A plain call has no options for how it is sent; both ways use one client with its defaults. */
function openWith(way: keyof Ways) {
  return async (cluster: string): Promise<TransactionClient> => ({ ...(await connectOffloop(cluster)), way });
}

const CLIENTS: Clients<TransactionClient> = {
  calls: [Tier.QUICK, openWith('calls')],
  transaction: [Tier.QUICK, openWith('transaction')],
};

function cellOf({ id, title, prepare }: Work, concurrency: number): CallCell<TransactionClient> {
  return {
    id: `${id}-c${concurrency}`,
    title: `${title}, c=${concurrency}`,
    tier: concurrency === 8 ? Tier.QUICK : Tier.DEFAULT,
    concurrency,
    prepare: async ({ client, way }, name) => {
      const { end, ...ways } = await prepare(client, name);
      return { call: ways[way], end };
    },
  };
}

export const TRANSACTION_CELLS: readonly CallCell<TransactionClient>[] = works.flatMap((work) =>
  CONCURRENCIES.map((concurrency) => cellOf(work, concurrency)),
);

export const transactions: Experiment = {
  name: 'transactions',
  title: 'Transactions beside plain calls',
  method:
    'offloop alone, one real member, c operations in flight; the official client has no transactions. A transfer reads two of 1,000 accounts and sets both: in a transaction under locks, with its ' +
    'begin and commit; without one by plain calls, between which others may come. Two sets are two keys of 1,000. In the end the sum of the accounts that transactions have changed is what it was.',
  needsMember: true,
  pace: 0.5,
  // Left out of `--quick` runs without a name, whose six minutes are full.
  tier: Tier.DEFAULT,
  cells: TRANSACTION_CELLS,
  approaches: approachesOf(CLIENTS),
  figures: WINDOW_FIGURES,
  run: (context) =>
    withClient(CLIENTS, context, (client) =>
      measureCalls(client, 'transactions', TRANSACTION_CELLS, context),
    ),
};
