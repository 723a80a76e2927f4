import { clearInterval, setInterval } from '@offloop/runtime/clock';
import type { NearCacheFigures, ToWorker } from '@offloop/contract';
import type { NearCacheStats } from './near-cache-store.js';

/**
 * Tells the worker the figures of the near caches, which it sends to a member with the other statistics. Nothing is told while nothing
 * happens.
 */
export class FiguresReport {
  readonly #periodMillis: number;
  readonly #stats: () => Readonly<Record<string, NearCacheStats>>;
  readonly #tell: (message: ToWorker) => void;
  #timer: ReturnType<typeof setInterval> | undefined;
  /** The figures of the last report as JSON: what is equal is not told again. */
  #told = '';

  /** @param periodMillis between two reports; 0: there are none. */
  constructor(
    periodMillis: number,
    stats: () => Readonly<Record<string, NearCacheStats>>,
    tell: (message: ToWorker) => void,
  ) {
    this.#periodMillis = periodMillis;
    this.#stats = stats;
    this.#tell = tell;
  }

  /** A near cache was made: from the first one on, figures are told once a period. */
  begin(): void {
    if (this.#periodMillis === 0) return;
    if (this.#timer === undefined) {
      this.#timer = setInterval(() => this.#report(), this.#periodMillis);
      this.#timer.unref();
    }
    this.#report();
  }

  /** A worker was started that knows none of the figures. */
  tellAll(): void {
    this.#told = '';
    if (this.#timer !== undefined) this.#report();
  }

  end(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #report(): void {
    const entries = Object.entries(this.#stats()).map(([map, stats]) => [map, figuresOf(stats)] as const);
    const text = JSON.stringify(entries);
    if (text === this.#told) return;
    this.#told = text;
    this.#tell({ type: 'near-cache-figures', figures: Object.fromEntries(entries) });
  }
}

function figuresOf(stats: NearCacheStats): NearCacheFigures {
  return {
    creationTime: stats.creationTime,
    evictions: stats.evictedCount,
    hits: stats.hitCount,
    misses: stats.missCount,
    ownedEntryCount: stats.entryCount,
    expirations: stats.expiredCount,
  };
}
