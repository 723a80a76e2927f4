import type { IMap } from 'offloop';

import { makeProduct, productKey, type CatalogueSettings, type Product } from './catalogue.js';

/** Number of documents that are written by one call. */
const BATCH = 20;

/** Writes the catalogue into the map, unless it is there already. Resolves to the number of documents written. */
export async function seedCatalogue(
  map: IMap<string, Product>,
  settings: CatalogueSettings,
): Promise<number> {
  if ((await map.size()) === settings.documents) return 0;
  for (let first = 1; first <= settings.documents; first += BATCH) {
    const last = Math.min(first + BATCH - 1, settings.documents);
    const batch: [string, Product][] = [];
    for (let id = first; id <= last; id++) batch.push([productKey(id), makeProduct(settings, id)]);
    await map.setAll(batch);
  }
  return settings.documents;
}
