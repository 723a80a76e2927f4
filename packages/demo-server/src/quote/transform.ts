// What a compute thread of offloop does with one document: the serving thread never sees more than the result.
import type { Product } from '../catalogue/catalogue.js';
import { priceProduct, type PricedProduct } from './price-product.js';

/** Quantities by product number: the same product may be in a quote several times. */
export type Quantities = Readonly<Record<number, readonly number[]>>;

/** One result a quantity. */
export function priceDocument(product: Product, quantities: Quantities): PricedProduct[] {
  return quantities[product.id].map((quantity) => priceProduct(product, quantity));
}
