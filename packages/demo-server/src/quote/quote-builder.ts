import type { Offer, Product } from '../catalogue/catalogue.js';

/** All amounts are whole cents. */
export type Quote = {
  readonly currency: 'EUR';
  readonly lines: readonly QuoteLine[];
  /** The offers with the largest price cut of all products asked for, weighted by rating. */
  readonly topOffers: readonly TopOffer[];
  readonly total: number;
  /** Percent off the total, for many pieces. */
  readonly percent: number;
  readonly toPay: number;
};

export type QuoteLine = {
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
};

export type TopOffer = {
  readonly sku: string;
  readonly price: number;
  readonly cut: number;
  readonly score: number;
};

export type ProductHead = Omit<Product, 'offers'>;

const TOP_OFFERS = 5;
const MANY_PIECES = 25;
const MANY_PIECES_PERCENT = 3;

/**
 * Computes a quote offer by offer, so that whoever feeds it may pause between two of them: every approach runs this
 * code and gets the same answer.
 */
export class QuoteBuilder {
  readonly #lines: QuoteLine[] = [];
  readonly #top: TopOffer[] = [];
  #head: ProductHead | undefined;
  #quantity = 0;
  #best: Offer | undefined;
  #prices: number[] = [];

  begin(head: ProductHead, quantity: number): void {
    this.#head = head;
    this.#quantity = quantity;
    this.#best = undefined;
    this.#prices = [];
  }

  add(offer: Offer): void {
    this.#prices.push(offer.price);
    if (offer.stock < this.#quantity) return;
    if (this.#best === undefined || isBetter(offer, this.#best)) this.#best = offer;
    this.#rank(offer);
  }

  end(): void {
    const head = this.#head;
    const best = this.#best;
    if (head === undefined || best === undefined)
      throw new Error(`product ${head?.id} has no offer in stock`);
    const quantity = this.#quantity;
    const percent = head.tiers.findLast((tier) => quantity >= tier.quantity)?.percent ?? 0;
    this.#lines.push({
      id: head.id,
      name: head.name,
      quantity,
      sku: best.sku,
      seller: best.seller,
      unitPrice: best.price,
      percent,
      total: reduced(best.price * quantity, percent),
      offersSeen: this.#prices.length,
      medianPrice: median(this.#prices),
    });
  }

  finish(): Quote {
    const total = this.#lines.reduce((sum, line) => sum + line.total, 0);
    const pieces = this.#lines.reduce((sum, line) => sum + line.quantity, 0);
    const percent = pieces >= MANY_PIECES ? MANY_PIECES_PERCENT : 0;
    return {
      currency: 'EUR',
      lines: this.#lines,
      topOffers: this.#top,
      total,
      percent,
      toPay: reduced(total, percent),
    };
  }

  #rank(offer: Offer): void {
    const { sku, price, listPrice, rating } = offer;
    const cut = Math.round((1_000 * (listPrice - price)) / listPrice);
    const score = cut * rating;
    const top = this.#top;
    if (top.length === TOP_OFFERS && score <= top[TOP_OFFERS - 1].score) return;
    const place = top.findIndex((other) => score > other.score);
    top.splice(place === -1 ? top.length : place, 0, { sku, price, cut, score });
    if (top.length > TOP_OFFERS) top.pop();
  }
}

function isBetter(offer: Offer, than: Offer): boolean {
  return offer.price < than.price || (offer.price === than.price && offer.rating > than.rating);
}

function reduced(amount: number, percent: number): number {
  return Math.round((amount * (100 - percent)) / 100);
}

function median(prices: number[]): number {
  prices.sort((a, b) => a - b);
  return prices[prices.length >> 1];
}
