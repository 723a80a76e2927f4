import { rank, reduced, type PricedProduct, type QuoteLine, type TopOffer } from './price-product.js';

/** A priced order. All amounts are whole cents. */
export interface Quote {
  readonly currency: 'EUR';
  /** One line for each product, in the order of the items asked for. */
  readonly lines: readonly QuoteLine[];
  /** The offers with the largest price cuts of all products, weighted by rating. */
  readonly topOffers: readonly TopOffer[];
  readonly total: number;
  /** Discount on the total for many pieces, in percent. */
  readonly percent: number;
  readonly toPay: number;
}

const MANY_PIECES = 25;
const MANY_PIECES_PERCENT = 3;

/** Makes a quote of priced products: a few additions, whatever the size of the documents was. */
export function joinQuote(parts: readonly PricedProduct[]): Quote {
  const lines = parts.map(({ line }) => line);
  const topOffers: TopOffer[] = [];
  for (const part of parts) for (const offer of part.topOffers) rank(topOffers, offer);
  const total = lines.reduce((sum, line) => sum + line.total, 0);
  const pieces = lines.reduce((sum, line) => sum + line.quantity, 0);
  const percent = pieces >= MANY_PIECES ? MANY_PIECES_PERCENT : 0;
  return { currency: 'EUR', lines, topOffers, total, percent, toPay: reduced(total, percent) };
}
