import { clearTimeout, monotonicNow, setTimeout } from '@offloop/runtime/clock';
import type { ILogger } from '../logging/logger.js';

/** Milliseconds after which somebody has to hear what a start waits for. */
const SLOW_MILLIS = 10_000;

/** Something that the start of a client, or its first connection, waits for. */
export interface StartWait {
  readonly what: string;
  /** Milliseconds for which it has waited. */
  readonly sinceMillis: number;
}

interface Wait {
  readonly what: string;
  /** When it began to wait: what `monotonicNow()` gave. */
  readonly begun: number;
}

/** Says once of each thing that a start waits for, at WARN, that it has taken 10 s and has not come. */
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

  /** @param details more for the warning, asked for when it is due. @returns what `result` resolves to, or rejects with. */
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
    // What is waited for may have come while the details were asked for.
    if (!this.#waits.has(wait)) return;
    this.#logger.warn('Client', `the start has waited for ${SLOW_MILLIS / 1000} s for ${wait.what}${more}`);
  }
}
