import { openOffloop } from './engines/open-client.js';
import {
  catalogueMapName,
  makeProduct,
  productKey,
  type CatalogueSettings,
  type GridSettings,
  type Product,
} from './catalogue/catalogue.js';
import { startMemberProcess } from './start-member.js';

/** A cluster with the catalogue in it. */
export type Grid = GridSettings & {
  /** Description of the cluster, for people. */
  readonly title: string;
  /** Stops the embedded member, if there is one. A cluster that was given is left alone. */
  stop(): Promise<void>;
};

/** Starts an embedded member, or takes the cluster at this address, and writes the catalogue into it. */
export async function openGrid(cluster: string | undefined, catalogue: CatalogueSettings): Promise<Grid> {
  const member = cluster === undefined ? await startMemberProcess() : undefined;
  const address = cluster ?? member?.address ?? '';
  const stop = async (): Promise<void> => member?.stop();
  try {
    await writeCatalogue({ address, catalogue });
  } catch (error) {
    await stop();
    throw error;
  }
  const title = member === undefined ? `the cluster at ${address}` : `an embedded member at ${address}`;
  return { address, catalogue, isEmbedded: member !== undefined, title, stop };
}

/** Number of documents that are written by one call. */
const BATCH = 20;

/** Writes the catalogue into its map, unless it is there already. */
async function writeCatalogue({ address, catalogue }: GridSettings): Promise<void> {
  const client = await openOffloop({ address, workers: 1 });
  try {
    const map = await client.getMap<string, Product>(catalogueMapName(catalogue));
    const { documents } = catalogue;
    if ((await map.size()) === documents) return;
    const ids = Array.from({ length: documents }, (_, index) => index + 1);
    for (let from = 0; from < documents; from += BATCH) {
      const batch = ids.slice(from, from + BATCH);
      await map.setAll(batch.map((id) => [productKey(id), makeProduct(catalogue, id)]));
    }
  } finally {
    await client.shutdown();
  }
}
