import type { IMap } from 'offloop';

import { makeProduct, productKey, type CatalogueSettings, type Product } from './catalogue.js';

/** Documents written at once. */
const BATCH = 20;

/** Puts the catalogue into the map, unless it is there already. Resolves with how many documents were written. */
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
