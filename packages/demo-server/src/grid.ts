import { openOffloop } from './engines/open-client.js';
import type { GridSettings } from './catalogue/catalogue.js';
import { catalogueMapName, type CatalogueSettings, type Product } from './catalogue/catalogue.js';
import { seedCatalogue } from './catalogue/seed-catalogue.js';
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

async function writeCatalogue({ address, catalogue }: GridSettings): Promise<void> {
  const client = await openOffloop({ address, workers: 1 });
  try {
    const map = await client.getMap<string, Product>(catalogueMapName(catalogue));
    await seedCatalogue(map, catalogue);
  } finally {
    await client.shutdown();
  }
}
