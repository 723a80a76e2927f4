import type { Product } from '../catalogue/catalogue.js';
import { joinQuote, type Quote } from './join-quote.js';
import { priceProduct } from './price-product.js';
import type { TextItem } from './sliced-quote.js';

/** The quote in one go, on whatever thread this is called: nobody else gets a turn until it is made. */
export function wholeQuote(items: readonly TextItem[]): Quote {
  return joinQuote(items.map(({ text, quantity }) => priceProduct(JSON.parse(text) as Product, quantity)));
}
