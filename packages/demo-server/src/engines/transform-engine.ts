import { defineTransform, type Client, type IMap } from 'offloop';

import { catalogueMapName, productKey, type Product } from '../catalogue/catalogue.js';
import { gridCall } from '../http/http-error.js';
import type { QuoteItem } from '../quote/items.js';
import { joinQuote } from '../quote/join-quote.js';
import type { PricedProduct } from '../quote/price-product.js';
import type { priceDocument } from '../quote/transform.js';
import { clientFigures } from './client-figures.js';
import type { GridSettings } from '../catalogue/catalogue.js';
import { lostDocument, type QuoteEngine } from './document-source.js';
import { openOffloop } from './open-client.js';

const price = defineTransform<typeof priceDocument>(
  new URL('../quote/transform.js', import.meta.url),
  'priceDocument',
);

/** Opens the engine that decodes and prices documents in offloop's compute threads; the serving thread only adds up the results. */
export async function openTransformEngine({ address, catalogue }: GridSettings): Promise<QuoteEngine> {
  const client: Client = await openOffloop({ address, workers: 1 });
  const map = await client.getMap<string, Product>(catalogueMapName(catalogue));
  return {
    quote: async (items) => JSON.stringify(joinQuote(await pricedParts(map, items))),
    figures: () => clientFigures(client.stats()),
    close: () => client.shutdown(),
  };
}

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
