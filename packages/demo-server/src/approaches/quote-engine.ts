import { Piscina } from 'piscina';

import type { QuoteItem } from '../quote/items.js';
import { joinQuote } from '../quote/join-quote.js';
import { priceProduct } from '../quote/price-product.js';
import { slicedQuote, type TextItem } from '../quote/sliced-quote.js';
import { wholeQuote } from '../quote/whole-quote.js';
import type { ClientFigures } from '../figures/sample.js';
import { Approach, Compute } from './contenders.js';
import {
  openOfficialSource,
  openOffloopSource,
  type Documents,
  type DocumentSource,
  type GridSettings,
} from './document-source.js';
import { poolThreads } from './pool-threads.js';
import { PAUSES, type Slicer } from './slicers.js';
import { openTransformEngine } from './transform-engine.js';

/** One way to make a quote: a client, and a place to compute. */
export type QuoteEngine = {
  /** The quote as JSON text, the same for every engine. */
  quote(items: readonly QuoteItem[], slicer: Slicer): Promise<string>;
  figures(): ClientFigures | undefined;
  close(): Promise<void>;
};

/** Opens the client, and the threads, that this combination needs. */
export async function openQuoteEngine(
  grid: GridSettings,
  approach: Approach,
  compute: Compute,
): Promise<QuoteEngine> {
  if (approach === Approach.TIMESLICE) return slicedEngine(await openOffloopSource(grid, 0, 'text'));
  if (compute === Compute.TRANSFORM) return openTransformEngine(grid);
  if (compute === Compute.LOOP) return loopEngine(await openSource(grid, approach, 'parsed'));
  const texts = await openSource(grid, approach, 'text');
  return compute === Compute.POOL ? pooledEngine(texts) : wholeEngine(texts);
}

function openSource<Form extends keyof Documents>(
  grid: GridSettings,
  approach: Approach,
  form: Form,
): Promise<DocumentSource<Documents[Form]>> {
  if (approach === Approach.OFFICIAL) return openOfficialSource(grid, form);
  return openOffloopSource(grid, approach === Approach.WORKERS ? 1 : 0, form);
}

function loopEngine(source: DocumentSource<Documents['parsed']>): QuoteEngine {
  return {
    quote: async (items) => {
      const products = await Promise.all(items.map(({ id }) => source.read(id)));
      return JSON.stringify(joinQuote(items.map(({ quantity }, at) => priceProduct(products[at], quantity))));
    },
    figures: () => source.figures(),
    close: () => source.close(),
  };
}

/** What {@link slicedEngine} does, in one go. */
function wholeEngine(source: DocumentSource<string>): QuoteEngine {
  return {
    quote: async (items) => JSON.stringify(wholeQuote(await readTexts(source, items))),
    figures: () => source.figures(),
    close: () => source.close(),
  };
}

function slicedEngine(source: DocumentSource<string>): QuoteEngine {
  return {
    quote: async (items, slicer) =>
      JSON.stringify(await slicedQuote(await readTexts(source, items), PAUSES[slicer])),
    figures: () => source.figures(),
    close: () => source.close(),
  };
}

function pooledEngine(source: DocumentSource<string>): QuoteEngine {
  const filename = new URL('../quote/pool-task.js', import.meta.url).href;
  const threads = poolThreads();
  const pool = new Piscina<readonly TextItem[], string>({
    filename,
    minThreads: threads,
    maxThreads: threads,
  });
  return {
    quote: async (items) => pool.run(await readTexts(source, items)),
    figures: () => source.figures(),
    close: async () => {
      await pool.destroy();
      await source.close();
    },
  };
}

function readTexts(source: DocumentSource<string>, items: readonly QuoteItem[]): Promise<TextItem[]> {
  return Promise.all(items.map(async ({ id, quantity }) => ({ text: await source.read(id), quantity })));
}
