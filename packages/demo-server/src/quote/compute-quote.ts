import type { Product } from '../catalogue/catalogue.js';
import { QuoteBuilder, type Quote } from './quote-builder.js';

export type PricedProduct = { readonly product: Product; readonly quantity: number };

/** The whole quote in one go, on whatever thread this is called. */
export function computeQuote(items: readonly PricedProduct[]): Quote {
  const builder = new QuoteBuilder();
  for (const { product, quantity } of items) {
    builder.begin(product, quantity);
    for (const offer of product.offers) builder.add(offer);
    builder.end();
  }
  return builder.finish();
}
