import { expect, test } from 'vitest';

import { PAUSES, SLICERS } from '../../src/computing/slicers.js';
import { DEFAULT_CATALOGUE, makeProduct, type Offer, type Product } from '../../src/catalogue/catalogue.js';
import { joinQuote } from '../../src/quote/join-quote.js';
import { priceDocument, priceProduct } from '../../src/quote/price-product.js';
import { quoteOfTexts, slicedQuote } from '../../src/quote/quote-texts.js';

function offer(sku: string, price: number, more: Partial<Offer> = {}): Offer {
  return {
    sku,
    seller: 's',
    price,
    listPrice: price,
    stock: 9,
    rating: 30,
    shippingDays: 1,
    note: '',
    ...more,
  };
}

const lamp: Product = {
  id: 4,
  name: 'lamp',
  category: 'lamp',
  currency: 'EUR',
  tiers: [
    { quantity: 3, percent: 10 },
    { quantity: 10, percent: 20 },
  ],
  offers: [
    offer('dear', 999),
    offer('scarce', 100, { stock: 1 }),
    offer('cheap', 333, { listPrice: 444 }),
    offer('better', 333, { rating: 50 }),
  ],
};

test('a line takes the cheapest offer that has enough in stock, the better rated of two, and its discount', () => {
  const { line, topOffers } = priceProduct(lamp, 3);
  expect(line).toEqual({
    id: 4,
    name: 'lamp',
    quantity: 3,
    sku: 'better',
    seller: 's',
    unitPrice: 333,
    percent: 10,
    total: 899,
    offersSeen: 4,
    medianPrice: 333,
  });
  expect(topOffers[0]).toEqual({ sku: 'cheap', price: 333, cut: 250, score: 7500 });
  expect(priceProduct(lamp, 1).line.sku).toBe('scarce');
});

test('a quote adds up, and many pieces take some percent off', () => {
  const few = joinQuote([priceProduct(lamp, 1), priceProduct(lamp, 3)]);
  expect(few).toMatchObject({ total: 999, percent: 0, toPay: 999 });
  const many = { ...lamp, offers: [offer('pile', 100, { stock: 1_000 })] };
  expect(joinQuote([priceProduct(many, 25)])).toMatchObject({ total: 2_000, percent: 3, toPay: 1_940 });
});

const items = [3, 1, 17, 3].map((id, at) => ({
  product: makeProduct(DEFAULT_CATALOGUE, id),
  quantity: at * 5 + 1,
}));
const texts = items.map(({ product, quantity }) => ({ text: JSON.stringify(product), quantity }));
const expected = JSON.stringify(
  joinQuote(items.map(({ product, quantity }) => priceProduct(product, quantity))),
);

test.each(SLICERS)('a quote sliced by %s is the same to the byte', async (slicer) => {
  expect(JSON.stringify(await slicedQuote(texts, PAUSES[slicer]))).toBe(expected);
});

test('a quote made in a pool is the same to the byte', () => {
  expect(quoteOfTexts(texts)).toBe(expected);
});

test('a transform prices a document once for each of its quantities', () => {
  const product = makeProduct(DEFAULT_CATALOGUE, 3);
  expect(priceDocument(product, { 3: [1, 16] })).toEqual([
    priceProduct(product, 1),
    priceProduct(product, 16),
  ]);
});
