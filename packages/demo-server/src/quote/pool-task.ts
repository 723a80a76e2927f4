// What a thread of the pool does with a quote: text in, text out, so that little crosses.
import type { Product } from '../catalogue/catalogue.js';
import { joinQuote } from './join-quote.js';
import { priceProduct } from './price-product.js';

export type QuoteTask = readonly { readonly text: string; readonly quantity: number }[];

export default function quoteOfTexts(items: QuoteTask): string {
  const parts = items.map(({ text, quantity }) => priceProduct(JSON.parse(text) as Product, quantity));
  return JSON.stringify(joinQuote(parts));
}
