import { Client as OfficialClient, JsonStringDeserializationPolicy } from 'hazelcast-client';

import { catalogueMapName, productKey, type Product } from '../catalogue/catalogue.js';
import type { GridSettings } from '../catalogue/catalogue.js';
import { gridCall, HttpError } from '../http/http-error.js';
import type { ClientFigures } from '../figures/sample.js';
import type { QuoteItem } from '../quote/items.js';
import type { Slicer } from '../computing/slicers.js';
import { clientFigures } from './client-figures.js';
import { openOffloop, quietLogger } from './open-client.js';

const { EAGER, NO_DESERIALIZATION } = JsonStringDeserializationPolicy;

/** A client and a place to compute, which together make quotes. */
export interface QuoteEngine {
  /** Resolves to the quote as JSON text, the same for every engine. */
  quote(items: readonly QuoteItem[], slicer: Slicer): Promise<string>;
  /** Returns the client's figures; undefined for a client that counts nothing. */
  figures(): ClientFigures | undefined;
  close(): Promise<void>;
}

/** The map of a client that a quote's documents are read from. */
export interface DocumentSource<Document> {
  /** Reads a document. Rejects with HttpError 503 if the cluster does not answer, 404 if it has no such document. */
  read(id: number): Promise<Document>;
  /** Returns the client's figures; undefined for a client that counts nothing. */
  figures(): ClientFigures | undefined;
  close(): Promise<void>;
}

/** The forms in which a document can be handed out. */
export interface Documents {
  readonly parsed: Product;
  readonly text: string;
}

/** A JSON value that the client has not parsed. */
interface JsonText {
  toString(): string;
}

export async function openOffloopSource<Form extends keyof Documents>(
  { address, catalogue }: GridSettings,
  workers: 0 | 1,
  form: Form,
): Promise<DocumentSource<Documents[Form]>> {
  const client = await openOffloop({ address, workers, asText: form === 'text' });
  const map = await client.getMap<string, Product | JsonText>(catalogueMapName(catalogue));
  return {
    read: readerOf(map, form),
    figures: () => clientFigures(client.stats()),
    close: () => client.shutdown(),
  };
}

export async function openOfficialSource<Form extends keyof Documents>(
  { address, catalogue }: GridSettings,
  form: Form,
): Promise<DocumentSource<Documents[Form]>> {
  const client = await OfficialClient.newHazelcastClient({
    network: { clusterMembers: [address] },
    serialization: { jsonStringDeserializationPolicy: form === 'text' ? NO_DESERIALIZATION : EAGER },
    customLogger: quietLogger(),
  });
  const map = await client.getMap<string, Product | JsonText>(catalogueMapName(catalogue));
  return {
    read: readerOf(map, form),
    figures: () => undefined,
    close: () => client.shutdown(),
  };
}

/** Returns a function that reads documents from a map of either client. */
function readerOf<Form extends keyof Documents>(
  map: { get(key: string): Promise<Product | JsonText | null> },
  form: Form,
): (id: number) => Promise<Documents[Form]> {
  return async (id) => {
    const value = await gridCall(map.get(productKey(id)));
    if (value === null) throw lostDocument(id);
    return (form === 'text' ? textOf(value) : value) as Documents[Form];
  };
}

function textOf(value: JsonText): string {
  return value.toString();
}

/** Makes an HttpError 404 for a document that was there when the catalogue was written. */
export function lostDocument(id: number): HttpError {
  const accepted = 'a product of a catalogue that is there; starting the demo again writes it';
  return new HttpError(404, 'no-document', `the grid has lost product ${id}`, accepted);
}
