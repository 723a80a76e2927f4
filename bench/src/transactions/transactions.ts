import type { Client } from 'offloop';
import { connectOffloop, type Opened } from '../clients/open.js';
import { Tier, type Experiment } from '../experiment.js';
import type { CallCell } from '../load/call-load.js';
import { callExperiment } from '../load/map-experiment.js';
import { works, type Work, type Ways } from './works.js';

/** Does the work of a cell with transactions, or with plain calls. */
export interface TransactionClient extends Opened<Client> {
  readonly way: keyof Ways;
}

const CONCURRENCIES = [1, 8, 64];

/** A plain call has no options for how it is sent; both ways use one client with its defaults. */
function openWith(way: keyof Ways) {
  return async (cluster: string): Promise<TransactionClient> => ({ ...(await connectOffloop(cluster)), way });
}

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

export const transactions: Experiment = callExperiment(
  {
    name: 'transactions',
    title: 'Transactions beside plain calls',
    method:
      'offloop alone, one real member, c operations in flight; the official client has no transactions. A transfer reads two of 1,000 accounts and sets both: in a transaction under locks, with its ' +
      'begin and commit; without one by plain calls, between which others may come. Two sets are two keys of 1,000. In the end the sum of the accounts that transactions have changed is what it was.',
    pace: 0.5,
    // Left out of `--quick` runs without a name, whose six minutes are full.
    tier: Tier.DEFAULT,
    cells: TRANSACTION_CELLS,
  },
  {
    calls: [Tier.QUICK, openWith('calls')],
    transaction: [Tier.QUICK, openWith('transaction')],
  },
);
