import type { IMap } from 'offloop';
import { Tier } from '../experiment.js';
import { check, type CallCell } from '../load/call-load.js';
import { itemOf } from '../structures/structure-cell.js';
import { createDocument, type Document } from '../values/documents.js';
import { fillMap } from './entries.js';
import type { MapClient } from './map-client.js';

type QueryCell = CallCell<MapClient>;

const ENTRIES = 10_000;

type Orders = Awaited<ReturnType<IMap<string, Document>['values']>>;

/** Makes a cell of `valuesWithPredicate`: an operation is the whole list, each document of which is made. */
const values = (
  id: string,
  title: string,
  tier: Tier,
  read: (orders: Orders) => Document[] | Promise<Document[]>,
): QueryCell => ({
  id,
  title: `valuesWithPredicate of 10,000 orders of 1 KB${title}, c=1`,
  tier,
  concurrency: 1,
  prepare: async (client, name, seed) => {
    const { Predicates } = client.queries;
    await fillMap(client.cluster, name, ENTRIES, (index) => createDocument(seed + index, 1024));
    const map = await client.getMap<string, Document>(name);
    return {
      // V8 first has to learn that these objects live on: the first lists cost twice as much collecting as the later ones.
      warmUp: 20,
      call: async () => {
        const found = await read(await map.valuesWithPredicate(Predicates.equal('type', 'order')));
        check(found.length === ENTRIES && found.every(({ type }) => type === 'order'), 'valuesWithPredicate');
      },
      end: () => map.clear(),
    };
  },
});

const inOneGo = values('values-10000x1KB', '', Tier.DEFAULT, (orders) => orders.toArray());

const oneByOne = values('values-10000x1KB-await', ', for await', Tier.DEFAULT, async (orders) => {
  const found: Document[] = [];
  // The official client's list has only an iterator that does not wait.
  // oxlint-disable-next-line await-thenable
  for await (const order of orders) found.push(order);
  return found;
});

const SUMMED = 1000;

const aggregate: QueryCell = {
  id: 'aggregate-c8',
  title: 'aggregate, the sum of 1,000 numbers, c=8',
  tier: Tier.QUICK,
  concurrency: 8,
  prepare: async (client, name) => {
    const { Aggregators } = client.queries;
    await fillMap(client.cluster, name, SUMMED, (index) => index);
    const map = await client.getMap<string, number>(name);
    return {
      // The member compiles the code that answers these calls.
      warmUp: 300,
      call: async () => {
        const sum = await map.aggregate(Aggregators.floatingPointSum());
        check(sum === (SUMMED * (SUMMED - 1)) / 2, 'aggregate');
      },
      end: () => map.clear(),
    };
  },
};

const PAGE = 100;
const PAGES: number = ENTRIES / PAGE;

/** A cell that reads one page after another, in the order of the texts, and after the last page the first again. */
const paging: QueryCell = {
  id: 'paging-100-of-10000',
  title: 'paging, values of 100 of 10,000 texts, c=1',
  tier: Tier.QUICK,
  concurrency: 1,
  prepare: async (client, name) => {
    const { Predicates } = client.queries;
    await fillMap(client.cluster, name, ENTRIES, itemOf);
    const map = await client.getMap<string, string>(name);
    const predicate = Predicates.paging(Predicates.alwaysTrue(), PAGE);
    let page = 0;
    return {
      // The member compiles the code that answers these calls.
      warmUp: PAGES,
      call: async () => {
        predicate.setPage(page);
        const found = (await map.valuesWithPredicate(predicate)).toArray();
        const first = page * PAGE;
        check(found.length === PAGE && found.every((text, i) => text === itemOf(first + i)), 'paging');
        page = (page + 1) % PAGES;
      },
      end: () => map.clear(),
    };
  },
};

export const QUERY_CELLS: readonly QueryCell[] = [inOneGo, oneByOne, aggregate, paging];
