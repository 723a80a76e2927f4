import { createRandom } from '@offloop/tools/random';

import { Workload, targetOf, type Approach } from '../approaches/approaches.js';
import { makeProduct, type CatalogueSettings, type Product } from '../catalogue/catalogue.js';
import { fib } from '../computing/fib.js';
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

/** A request before it is known who is asked. */
interface Question {
  readonly parameters: Readonly<Record<string, string>>;
  readonly expected: string;
}

const questions = new Map<string, readonly Question[]>();

/**
 * The requests of a run: the same for every approach and in every run, but for the path. Made once a task, as it takes a
 * while to make the documents; the server must not idle meanwhile in a run that is measured.
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
