import { clearTimeout, monotonicNow, setTimeout } from '@offloop/runtime/clock';
import type { ILogger } from '../logging/logger.js';

/** Milliseconds after which a warning says what a start waits for. */
const SLOW_MILLIS = 10_000;

/** Something that a client's start, or its first connection, waits for. */
export interface StartWait {
  readonly what: string;
  /** Milliseconds since it began to wait. */
  readonly sinceMillis: number;
}

interface Wait {
  readonly what: string;
  /** Time at which it began to wait, by `monotonicNow()`. */
  readonly begun: number;
}

/** Logs a warning once for each thing that a start has waited for longer than 10 s. */
export class StartWatch {
  readonly #logger: ILogger;
  readonly #waits = new Set<Wait>();

  constructor(logger: ILogger) {
    this.#logger = logger;
  }

  get waits(): StartWait[] {
    const now = monotonicNow();
    return [...this.#waits].map(({ what, begun }) => ({ what, sinceMillis: now - begun }));
  }

  /**
   * Watches a promise. @param details adds to the warning, and is called when it is due. @returns a promise that settles as
   * `result` does.
   */
  during<T>(
    what: string,
    result: Promise<T>,
    details: () => Promise<string> = () => Promise.resolve(''),
  ): Promise<T> {
    const wait = { what, begun: monotonicNow() };
    this.#waits.add(wait);
    const timer = setTimeout(() => void this.#warn(wait, details), SLOW_MILLIS);
    timer.unref();
    return result.finally(() => {
      clearTimeout(timer);
      this.#waits.delete(wait);
    });
  }

  async #warn(wait: Wait, details: () => Promise<string>): Promise<void> {
    const more = await details();
    // The result may have come while the details were collected.
    if (!this.#waits.has(wait)) return;
    this.#logger.warn('Client', `the start has waited for ${SLOW_MILLIS / 1000} s for ${wait.what}${more}`);
  }
}
