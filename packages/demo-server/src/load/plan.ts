import { createRandom } from '@offloop/tools/measure';

import { Workload, targetOf, type Approach } from '../approaches/approaches.js';
import { makeProduct, type CatalogueSettings } from '../catalogue/catalogue.js';
import { fib } from '../fib/fib.js';
import { formatItems, type QuoteItem } from '../quote/items.js';
import { joinQuote } from '../quote/join-quote.js';
import { priceProduct } from '../quote/price-product.js';

/** What a run asks for. */
export type Task =
  | { readonly workload: 'quote'; readonly catalogue: CatalogueSettings; readonly items: number }
  | { readonly workload: 'fib'; readonly n: number };

/** A request, and the only right answer to it. */
export interface PlannedRequest {
  readonly target: string;
  readonly expected: string;
}

/** Different requests of a run; every connection goes through all of them, beginning at another one. */
const QUOTES = 64;
const MAX_QUANTITY = 12;

const plans = new Map<string, PlannedRequest[]>();

/**
 * The requests of a run: the same for every approach and in every run, but for the path. Made once, as it takes a while
 * to make the documents; the server must not idle meanwhile in a run that is measured.
 */
export function planRequests(approach: Approach, task: Task): readonly PlannedRequest[] {
  const key = JSON.stringify([approach.id, task]);
  let plan = plans.get(key);
  if (plan === undefined) {
    plan = makePlan(approach, task);
    plans.set(key, plan);
  }
  return plan;
}

function makePlan(approach: Approach, task: Task): PlannedRequest[] {
  if (task.workload === Workload.FIB) {
    const { n } = task;
    const target = targetOf(approach, Workload.FIB, { n: String(n) });
    return [{ target, expected: JSON.stringify({ n, fib: fib(n) }) }];
  }
  const { catalogue, items } = task;
  const random = createRandom(catalogue.seed);
  return Array.from({ length: QUOTES }, () => {
    const chosen: QuoteItem[] = Array.from({ length: items }, () => ({
      id: random.between(1, catalogue.documents),
      quantity: random.between(1, MAX_QUANTITY),
    }));
    const parts = chosen.map(({ id, quantity }) => priceProduct(makeProduct(catalogue, id), quantity));
    const target = targetOf(approach, Workload.QUOTE, { items: formatItems(chosen) });
    return { target, expected: JSON.stringify(joinQuote(parts)) };
  });
}
