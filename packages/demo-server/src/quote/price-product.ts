import type { Offer, Product } from '../catalogue/catalogue.js';

/** One line of a quote. All amounts are whole cents. */
export interface QuoteLine {
  readonly id: number;
  readonly name: string;
  readonly quantity: number;
  readonly sku: string;
  readonly seller: string;
  readonly unitPrice: number;
  readonly percent: number;
  readonly total: number;
  readonly offersSeen: number;
  readonly medianPrice: number;
}

/** An offer that is among those with the largest price cuts. */
export interface TopOffer {
  readonly sku: string;
  readonly price: number;
  /** Reduction of the list price, in tenths of a percent. */
  readonly cut: number;
  /** `cut` times the rating: offers are ranked by it. */
  readonly score: number;
}

/** The result of pricing a document of any size: some hundred bytes. */
export interface PricedProduct {
  readonly line: QuoteLine;
  readonly topOffers: readonly TopOffer[];
}

export type ProductHead = Omit<Product, 'offers'>;

const TOP_OFFERS = 5;

/** Prices one product offer by offer, so that its caller may pause between two of them. */
export class ProductPricer {
  readonly #head: ProductHead;
  readonly #quantity: number;
  readonly #top: TopOffer[] = [];
  readonly #prices: number[] = [];
  #best: Offer | undefined;

  constructor(head: ProductHead, quantity: number) {
    this.#head = head;
    this.#quantity = quantity;
  }

  add(offer: Offer): void {
    this.#prices.push(offer.price);
    if (offer.stock < this.#quantity) return;
    if (this.#best === undefined || isBetter(offer, this.#best)) this.#best = offer;
    const { sku, price, listPrice, rating } = offer;
    const cut = Math.round((1_000 * (listPrice - price)) / listPrice);
    rank(this.#top, { sku, price, cut, score: cut * rating });
  }

  finish(): PricedProduct {
    const { id, name, tiers } = this.#head;
    const best = this.#best;
    const quantity = this.#quantity;
    if (best === undefined) throw new Error(`no offer of product ${id} has ${quantity} in stock`);
    const percent = tiers.findLast((tier) => quantity >= tier.quantity)?.percent ?? 0;
    const line = {
      id,
      name,
      quantity,
      sku: best.sku,
      seller: best.seller,
      unitPrice: best.price,
      percent,
      total: reduced(best.price * quantity, percent),
      offersSeen: this.#prices.length,
      medianPrice: median(this.#prices),
    };
    return { line, topOffers: this.#top };
  }
}

/** Prices a whole product in one go, on the thread that calls it. */
export function priceProduct(product: Product, quantity: number): PricedProduct {
  const pricer = new ProductPricer(product, quantity);
  for (const offer of product.offers) pricer.add(offer);
  return pricer.finish();
}

/** Quantities by product number: a list, as the same product may be in a quote several times. */
export type Quantities = Readonly<Record<number, readonly number[]>>;

/** Prices a product once for each of its quantities. It is what offloop's compute threads run: the serving thread sees only the result. */
export function priceDocument(product: Product, quantities: Quantities): PricedProduct[] {
  return quantities[product.id].map((quantity) => priceProduct(product, quantity));
}

/** Puts an offer into its place among the best, if it is one of them. Of equal ones the first stays ahead. */
export function rank(top: TopOffer[], offer: TopOffer): void {
  if (top.length === TOP_OFFERS && offer.score <= top[TOP_OFFERS - 1].score) return;
  const place = top.findIndex((other) => offer.score > other.score);
  top.splice(place === -1 ? top.length : place, 0, offer);
  if (top.length > TOP_OFFERS) top.pop();
}

/** Returns what is left of an amount after a discount, in whole cents. */
export function reduced(amount: number, percent: number): number {
  return Math.round((amount * (100 - percent)) / 100);
}

function isBetter(offer: Offer, than: Offer): boolean {
  return offer.price < than.price || (offer.price === than.price && offer.rating > than.rating);
}

function median(prices: number[]): number {
  prices.sort((a, b) => a - b);
  return prices[prices.length >> 1];
}
