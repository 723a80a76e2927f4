import { clearInterval, setInterval } from '@offloop/runtime/clock';
import type { NearCacheFigures, ToWorker } from '@offloop/contract';
import type { NearCacheStats } from './near-cache-store.js';

/**
 * Sends the figures of the near caches to the worker, which sends them to a member with the other statistics. Figures that have
 * not changed are not sent.
 */
export class FiguresReport {
  readonly #periodMillis: number;
  readonly #stats: () => Readonly<Record<string, NearCacheStats>>;
  readonly #tell: (message: ToWorker) => void;
  #timer: ReturnType<typeof setInterval> | undefined;
  /** The figures of the last report as JSON, to compare with the next ones. */
  #told = '';

  /** @param periodMillis milliseconds between two reports; 0: there are none. */
  constructor(
    periodMillis: number,
    stats: () => Readonly<Record<string, NearCacheStats>>,
    tell: (message: ToWorker) => void,
  ) {
    this.#periodMillis = periodMillis;
    this.#stats = stats;
    this.#tell = tell;
  }

  /** Starts the reports, once a period, when the first near cache is made, and sends one now. */
  begin(): void {
    if (this.#periodMillis === 0) return;
    if (this.#timer === undefined) {
      this.#timer = setInterval(() => this.#report(), this.#periodMillis);
      this.#timer.unref();
    }
    this.#report();
  }

  /** Sends all figures to a new worker, which knows none. */
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
