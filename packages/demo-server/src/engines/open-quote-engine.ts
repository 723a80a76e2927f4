import type { QuoteItem } from '../quote/items.js';
import { joinQuote } from '../quote/join-quote.js';
import { priceProduct } from '../quote/price-product.js';
import { quoteOfTexts, slicedQuote, type TextItem } from '../quote/quote-texts.js';
import { Family, Compute } from '../approaches/approaches.js';
import type { GridSettings } from '../catalogue/catalogue.js';
import {
  openOfficialSource,
  openOffloopSource,
  type Documents,
  type DocumentSource,
  type QuoteEngine,
} from './document-source.js';
import { startPool } from './pool.js';
import { PAUSES } from '../computing/slicers.js';
import { openTransformEngine } from './transform-engine.js';

/** Opens the engine for a family and a place to compute: its client, and the threads that it needs. */
export async function openQuoteEngine(
  grid: GridSettings,
  family: Family,
  compute: Compute,
): Promise<QuoteEngine> {
  if (family === Family.TIMESLICE) return slicedEngine(await openOffloopSource(grid, 0, 'text'));
  if (compute === Compute.TRANSFORM) return openTransformEngine(grid);
  if (compute === Compute.LOOP) return loopEngine(await openSource(grid, family, 'parsed'));
  const texts = await openSource(grid, family, 'text');
  return compute === Compute.POOL ? pooledEngine(texts) : wholeEngine(texts);
}

function openSource<Form extends keyof Documents>(
  grid: GridSettings,
  family: Family,
  form: Form,
): Promise<DocumentSource<Documents[Form]>> {
  if (family === Family.OFFICIAL) return openOfficialSource(grid, form);
  return openOffloopSource(grid, family === Family.WORKERS ? 1 : 0, form);
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

/** Makes an engine that does in one go what {@link slicedEngine} does in slices. */
function wholeEngine(source: DocumentSource<string>): QuoteEngine {
  return {
    quote: async (items) => quoteOfTexts(await readTexts(source, items)),
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
  const module = new URL('../quote/quote-texts.js', import.meta.url);
  const pool = startPool<readonly TextItem[], string>(module, 'quoteOfTexts');
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
