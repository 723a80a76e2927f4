// The function that offloop's compute threads run on each document: the serving thread sees only the result.
import type { Product } from '../catalogue/catalogue.js';
import { priceProduct, type PricedProduct } from './price-product.js';

/** Quantities by product number: a list, as the same product may be in a quote several times. */
export type Quantities = Readonly<Record<number, readonly number[]>>;

/** Prices a product. Returns one result for each of its quantities. */
export function priceDocument(product: Product, quantities: Quantities): PricedProduct[] {
  return quantities[product.id].map((quantity) => priceProduct(product, quantity));
}
