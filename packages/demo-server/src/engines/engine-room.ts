import type { ClientFigures } from '../figures/sample.js';
import type { Family, Compute } from '../approaches/approaches.js';
import type { GridSettings } from '../catalogue/catalogue.js';
import { openFibEngine, type FibEngine } from './fib-engine.js';
import { openQuoteEngine } from './open-quote-engine.js';
import type { QuoteEngine } from './document-source.js';

/** The engines of one process, each opened when it is first needed: who is not asked for costs nothing. */
export class EngineRoom {
  readonly fib: FibEngine = openFibEngine();
  readonly #grid: GridSettings;
  readonly #quotes = new Map<string, Promise<QuoteEngine>>();
  readonly #open: QuoteEngine[] = [];

  constructor(grid: GridSettings) {
    this.#grid = grid;
  }

  get grid(): GridSettings {
    return this.#grid;
  }

  quotes(family: Family, compute: Compute): Promise<QuoteEngine> {
    const key = `${family} ${compute}`;
    let engine = this.#quotes.get(key);
    if (engine === undefined) {
      engine = this.#start(family, compute);
      this.#quotes.set(key, engine);
      // What could not be opened is tried again by the next request.
      engine.catch(() => this.#quotes.delete(key));
    }
    return engine;
  }

  /** Figures of the offloop client that was opened first; a measured process has one. `undefined` without one. */
  figures(): ClientFigures | undefined {
    return this.#open[0]?.figures();
  }

  async close(): Promise<void> {
    await this.fib.close();
    await Promise.all(this.#open.splice(0).map((engine) => engine.close()));
  }

  async #start(family: Family, compute: Compute): Promise<QuoteEngine> {
    const engine = await openQuoteEngine(this.#grid, family, compute);
    this.#open.push(engine);
    return engine;
  }
}
