// What a thread of the pool does with a quote: text in, text out, so that little crosses.
import type { Product } from '../catalogue/catalogue.js';
import { computeQuote } from './compute-quote.js';

export type QuoteTask = readonly { readonly text: string; readonly quantity: number }[];

export default function quoteOfTexts(items: QuoteTask): string {
  return JSON.stringify(
    computeQuote(items.map(({ text, quantity }) => ({ product: JSON.parse(text) as Product, quantity }))),
  );
}
