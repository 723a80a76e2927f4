import type { CatalogueSettings } from './catalogue.js';

/** Where a cluster is, and the catalogue in it. */
export type GridSettings = {
  /** `host:port` */
  readonly address: string;
  readonly catalogue: CatalogueSettings;
};
