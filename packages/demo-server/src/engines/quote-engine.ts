import type { ClientFigures } from '../figures/sample.js';
import type { QuoteItem } from '../quote/items.js';
import type { Slicer } from '../slicing/slicers.js';

/** One way to make a quote: a client, and a place to compute. */
export type QuoteEngine = {
  /** The quote as JSON text, the same for every engine. */
  quote(items: readonly QuoteItem[], slicer: Slicer): Promise<string>;
  figures(): ClientFigures | undefined;
  close(): Promise<void>;
};
