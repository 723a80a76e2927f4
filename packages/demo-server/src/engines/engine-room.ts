import type { ClientFigures } from '../figures/sample.js';
import type { Family, Compute } from '../approaches/approaches.js';
import type { GridSettings } from '../catalogue/catalogue.js';
import { openFibEngine, type FibEngine } from './fib-engine.js';
import { openQuoteEngine, type QuoteEngine } from './quote-engine.js';

/** Opens and keeps the engines of one process. Each is opened when it is first needed, so that one that is not needed costs nothing. */
export class EngineRoom {
  readonly fib: FibEngine = openFibEngine();
  readonly grid: GridSettings;
  readonly #quotes = new Map<string, Promise<QuoteEngine>>();
  readonly #open: QuoteEngine[] = [];

  constructor(grid: GridSettings) {
    this.grid = grid;
  }

  quotes(family: Family, compute: Compute): Promise<QuoteEngine> {
    const key = `${family} ${compute}`;
    let engine = this.#quotes.get(key);
    if (engine === undefined) {
      engine = this.#start(family, compute);
      this.#quotes.set(key, engine);
      // An engine that could not be opened is tried again by the next request.
      engine.catch(() => this.#quotes.delete(key));
    }
    return engine;
  }

  /** Returns the figures of the client that was opened first, the only one in a process that is measured; undefined if there is none. */
  figures(): ClientFigures | undefined {
    return this.#open[0]?.figures();
  }

  async close(): Promise<void> {
    await this.fib.close();
    await Promise.all(this.#open.splice(0).map((engine) => engine.close()));
  }

  async #start(family: Family, compute: Compute): Promise<QuoteEngine> {
    const engine = await openQuoteEngine(this.grid, family, compute);
    this.#open.push(engine);
    return engine;
  }
}
