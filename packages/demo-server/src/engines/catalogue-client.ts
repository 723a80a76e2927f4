import { Client as OfficialClient, JsonStringDeserializationPolicy } from 'hazelcast-client';
import type { Client, IMap } from 'offloop';

import { Family } from '../approaches/approaches.js';
import { catalogueMapName, productKey, type GridSettings, type Product } from '../catalogue/catalogue.js';
import type { ClientFigures } from '../figures/sample.js';
import { gridCall, HttpError } from '../http/http-error.js';
import { clientFigures } from './client-figures.js';
import { openOffloop, quietLogger } from './open-client.js';

const { EAGER, NO_DESERIALIZATION } = JsonStringDeserializationPolicy;

/** The form in which a client hands out JSON: as a value, or as a text that it has not parsed. */
export type Form = 'value' | 'text';

/** A client of an approach, and its map of documents. */
export interface CatalogueClient {
  readonly map: IMap<string, Product>;
  /** Returns the client's figures; undefined for a client that counts nothing. */
  readonly figures: () => ClientFigures | undefined;
  readonly close: () => Promise<void>;
}

export async function openCatalogue(
  { address, catalogue }: GridSettings,
  family: Family,
  form: Form,
): Promise<CatalogueClient> {
  const name = catalogueMapName(catalogue);
  if (family === Family.OFFICIAL) {
    const client = await OfficialClient.newHazelcastClient({
      network: { clusterMembers: [address] },
      serialization: { jsonStringDeserializationPolicy: form === 'text' ? NO_DESERIALIZATION : EAGER },
      customLogger: quietLogger(),
    });
    // What is used of its map has the same names and signatures.
    const map = await (client as unknown as Client).getMap<string, Product>(name);
    return { map, figures: () => undefined, close: () => client.shutdown() };
  }
  const workers = family === Family.WORKERS ? 1 : 0;
  const client = await openOffloop({ address, workers, asText: form === 'text' });
  const map = await client.getMap<string, Product>(name);
  return { map, figures: () => clientFigures(client.stats()), close: () => client.shutdown() };
}

/** Reads a document. Rejects with HttpError 503 if the cluster does not answer, 404 if it has no such document. */
export async function readProduct({ map }: CatalogueClient, id: number): Promise<Product> {
  const product = await gridCall(map.get(productKey(id)));
  if (product === null) throw lostDocument(id);
  return product;
}

/** Makes an HttpError 404 for a document that was there when the catalogue was written. */
export function lostDocument(id: number): HttpError {
  const accepted = 'a product of a catalogue that is there; starting the demo again writes it';
  return new HttpError(404, 'no-document', `the grid has lost product ${id}`, accepted);
}
