import { createRandom } from '@offloop/tools/random';

import { Workload, targetOf, type Approach } from '../approaches/approaches.js';
import { makeProduct, type CatalogueSettings, type Product } from '../catalogue/catalogue.js';
import { fib } from '../computing/fib.js';
import { formatItems, type QuoteItem } from '../quote/items.js';
import { joinQuote } from '../quote/join-quote.js';
import { priceProduct } from '../quote/price-product.js';

/** The work that a run's requests ask for. */
export type Task =
  | { readonly workload: 'quote'; readonly catalogue: CatalogueSettings; readonly items: number }
  | { readonly workload: 'fib'; readonly n: number };

/** A request, and the only right answer to it. */
export interface PlannedRequest {
  readonly target: string;
  readonly expected: string;
}

/** Number of different requests of a run. Every connection goes through all of them, and begins at another one. */
const QUOTES = 64;
const MAX_QUANTITY = 12;

/** A request without its path, which depends on the approach. */
interface Question {
  readonly parameters: Readonly<Record<string, string>>;
  readonly expected: string;
}

const questions = new Map<string, readonly Question[]>();

/**
 * Returns the requests of a run, which are the same for every approach and in every run, except for the path. They are made once for each
 * task: it takes a while to make the documents, and the server must not idle meanwhile in a run that is measured.
 */
export function planRequests(approach: Approach, task: Task): readonly PlannedRequest[] {
  const key = JSON.stringify(task);
  const asked = questions.get(key) ?? makeQuestions(task);
  questions.set(key, asked);
  return asked.map(({ parameters, expected }) => ({
    target: targetOf(approach, task.workload, parameters),
    expected,
  }));
}

function makeQuestions(task: Task): Question[] {
  if (task.workload === Workload.FIB) {
    const { n } = task;
    return [{ parameters: { n: String(n) }, expected: JSON.stringify({ n, fib: fib(n) }) }];
  }
  const { catalogue, items } = task;
  const random = createRandom(catalogue.seed);
  const products = new Map<number, Product>();
  const productOf = (id: number): Product => {
    const product = products.get(id) ?? makeProduct(catalogue, id);
    products.set(id, product);
    return product;
  };
  return Array.from({ length: QUOTES }, () => {
    const chosen: QuoteItem[] = Array.from({ length: items }, () => ({
      id: random.between(1, catalogue.documents),
      quantity: random.between(1, MAX_QUANTITY),
    }));
    const parts = chosen.map(({ id, quantity }) => priceProduct(productOf(id), quantity));
    return { parameters: { items: formatItems(chosen) }, expected: JSON.stringify(joinQuote(parts)) };
  });
}
