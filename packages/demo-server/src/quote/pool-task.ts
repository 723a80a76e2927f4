// What a thread of the pool does with a quote: text in, text out, so that little crosses.
import type { TextItem } from './sliced-quote.js';
import { wholeQuote } from './whole-quote.js';

export default function quoteOfTexts(items: readonly TextItem[]): string {
  return JSON.stringify(wholeQuote(items));
}
