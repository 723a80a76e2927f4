import type { Pause } from '../computing/slicers.js';
import type { Offer, Product } from '../catalogue/catalogue.js';
import { joinQuote, type Quote } from './join-quote.js';
import { objectTexts, splitHead } from './json-slices.js';
import { priceProduct, ProductPricer, type PricedProduct, type ProductHead } from './price-product.js';

/** Number of offers that are decoded and priced between two pauses: some 8 KB, a few dozen microseconds. */
const OFFERS_PER_SLICE = 32;

export interface TextItem {
  readonly text: string;
  readonly quantity: number;
}

/** Makes the quote that `quoteOfTexts` makes, but decoding and pricing give way to the event loop after every few offers. */
export async function slicedQuote(items: readonly TextItem[], pause: Pause): Promise<Quote> {
  const parts: PricedProduct[] = [];
  for (const { text, quantity } of items) {
    const { head, offersAt } = splitHead(text);
    const pricer = new ProductPricer(JSON.parse(head) as ProductHead, quantity);
    let offers = 0;
    for (const offer of objectTexts(text, offersAt)) {
      pricer.add(JSON.parse(offer) as Offer);
      if (++offers % OFFERS_PER_SLICE === 0) await new Promise<void>(pause);
    }
    parts.push(pricer.finish());
  }
  return joinQuote(parts);
}

/** Makes a quote in one go, as JSON, on the thread that calls it: nothing else gets a turn there until it is made. */
export function quoteOfTexts(items: readonly TextItem[]): string {
  const parts = items.map(({ text, quantity }) => priceProduct(JSON.parse(text) as Product, quantity));
  return JSON.stringify(joinQuote(parts));
}
