import type { EventEmitter } from 'node:events';

import { describe } from './describe.js';

/** What happened in a program, in order. */
export class Log {
  readonly entries: unknown[] = [];
  readonly #waiting: (() => void)[] = [];

  note(what: string, ...values: readonly unknown[]): void {
    this.entries.push(values.length === 0 ? what : [what, ...values.map(describe)]);
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Notes events as they come. */
  listen(name: string, emitter: EventEmitter, ...events: readonly string[]): void {
    for (const event of events)
      emitter.on(event, (...values: unknown[]) => this.note(`${name} ${event}`, ...values));
  }

  /** Notes what a promise resolves to, or rejects with; what a function throws, too. */
  async settled(name: string, run: () => unknown): Promise<unknown> {
    let result: unknown;
    try {
      result = run();
    } catch (error) {
      this.note(`${name} throws`, error);
      return undefined;
    }
    try {
      const value = await result;
      this.note(`${name} resolves`, value);
      return value;
    } catch (error) {
      this.note(`${name} rejects`, error);
      return undefined;
    }
  }

  /** Resolves when there is an entry of this name. */
  async until(what: string, count = 1): Promise<void> {
    const found = (): number =>
      this.entries.filter((entry) => entry === what || (Array.isArray(entry) && entry[0] === what)).length;
    while (found() < count) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
