import { defineTransform, type IMap } from 'offloop';

import { Compute, Family } from '../approaches/approaches.js';
import { productKey, type GridSettings, type Product } from '../catalogue/catalogue.js';
import { PAUSES, type Slicer } from '../computing/slicers.js';
import { gridCall } from '../http/http-error.js';
import type { QuoteItem } from '../quote/items.js';
import { joinQuote } from '../quote/join-quote.js';
import { priceProduct, type priceDocument, type PricedProduct } from '../quote/price-product.js';
import { quoteOfTexts, slicedQuote, type TextItem } from '../quote/quote-texts.js';
import { lostDocument, openCatalogue, readProduct, type CatalogueClient } from './catalogue-client.js';
import { startPool } from './pool.js';

/** Resolves to the quote as JSON text, the same for every engine. */
type MakeQuote = (items: readonly QuoteItem[], slicer: Slicer) => Promise<string>;

/** A client and a place to compute, which together make quotes. */
export interface QuoteEngine extends Pick<CatalogueClient, 'figures' | 'close'> {
  readonly quote: MakeQuote;
}

/** Opens the engine for a family and a place to compute: its client, and the threads that it needs. */
export async function openQuoteEngine(
  grid: GridSettings,
  family: Family,
  compute: Compute,
): Promise<QuoteEngine> {
  const isSliced = family === Family.TIMESLICE;
  const isText = isSliced || compute === Compute.WHOLE || compute === Compute.POOL;
  const client = await openCatalogue(grid, family, isText ? 'text' : 'value');
  const { figures, close } = client;
  if (isSliced) return { quote: sliced(client), figures, close };
  if (compute !== Compute.POOL) return { quote: QUOTES[compute](client), figures, close };
  const module = new URL('../quote/quote-texts.js', import.meta.url);
  const pool = startPool<readonly TextItem[], string>(module, 'quoteOfTexts');
  const quote: MakeQuote = async (items) => pool.run(await readTexts(client, items));
  return { quote, figures, close: () => pool.destroy().then(close) };
}

const QUOTES: Readonly<Record<Exclude<Compute, 'pool'>, (client: CatalogueClient) => MakeQuote>> = {
  [Compute.WHOLE]: (client) => async (items) => quoteOfTexts(await readTexts(client, items)),
  [Compute.LOOP]: (client) => async (items) => {
    const products = await Promise.all(items.map(({ id }) => readProduct(client, id)));
    return JSON.stringify(joinQuote(items.map(({ quantity }, at) => priceProduct(products[at], quantity))));
  },
  // Decodes and prices documents in offloop's compute threads; the serving thread only adds up the results.
  [Compute.TRANSFORM]:
    ({ map }) =>
    async (items) =>
      JSON.stringify(joinQuote(await pricedParts(map, items))),
};

function sliced(client: CatalogueClient): MakeQuote {
  return async (items, slicer) =>
    JSON.stringify(await slicedQuote(await readTexts(client, items), PAUSES[slicer]));
}

function readTexts(client: CatalogueClient, items: readonly QuoteItem[]): Promise<TextItem[]> {
  return Promise.all(
    items.map(async ({ id, quantity }) => {
      const document: JsonText = await readProduct(client, id);
      return { text: document.toString(), quantity };
    }),
  );
}

/** A JSON value that the client has not parsed. */
interface JsonText {
  toString(): string;
}

const price = defineTransform<typeof priceDocument>(
  new URL('../quote/price-product.js', import.meta.url),
  'priceDocument',
);

/** Resolves to one result for each item, in the order of the items. */
async function pricedParts(
  map: IMap<string, Product>,
  items: readonly QuoteItem[],
): Promise<PricedProduct[]> {
  const quantities: Record<number, number[]> = {};
  for (const { id, quantity } of items) (quantities[id] ??= []).push(quantity);
  const keys = Object.keys(quantities).map((id) => productKey(Number(id)));
  const entries = await gridCall(map.getAllTransformed(keys, price, quantities));
  const byKey = new Map(entries.map(([key, parts]) => [key, parts.values()]));
  return items.map(({ id }) => {
    const part = byKey.get(productKey(id))?.next().value;
    if (part === undefined) throw lostDocument(id);
    return part;
  });
}
