import type { Offer } from '../catalogue/catalogue.js';
import type { Pause } from '../approaches/slicers.js';
import { objectTexts, splitHead } from './json-slices.js';
import { QuoteBuilder, type ProductHead, type Quote } from './quote-builder.js';

/** Offers decoded and computed between two pauses: some 8 KB, a few dozen microseconds. */
const OFFERS_PER_SLICE = 32;

export type TextItem = { readonly text: string; readonly quantity: number };

/** The quote of `computeQuote`, but decoding and computing give way to the event loop after every few offers. */
export async function slicedQuote(items: readonly TextItem[], pause: Pause): Promise<Quote> {
  const builder = new QuoteBuilder();
  for (const { text, quantity } of items) {
    const { head, offersAt } = splitHead(text);
    builder.begin(JSON.parse(head) as ProductHead, quantity);
    let offers = 0;
    for (const offer of objectTexts(text, offersAt)) {
      builder.add(JSON.parse(offer) as Offer);
      if (++offers % OFFERS_PER_SLICE === 0) await new Promise<void>(pause);
    }
    builder.end();
  }
  return builder.finish();
}
