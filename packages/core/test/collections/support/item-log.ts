import type { ItemEvent } from 'offloop';

/** An item listener of either client that writes down what it hears, and lets a test wait for it. */
export class ItemLog {
  /** `+item` or `-item` of each event so far. */
  readonly lines: string[] = [];
  readonly events: ItemEvent<unknown>[] = [];
  readonly listener = {
    itemAdded: (event: ItemEvent<unknown>): void => this.#take('+', event),
    itemRemoved: (event: ItemEvent<unknown>): void => this.#take('-', event),
  };
  #waiters: { readonly isDone: () => boolean; readonly resolve: () => void }[] = [];

  until(isDone: () => boolean): Promise<void> {
    if (isDone()) return Promise.resolve();
    return new Promise((resolve) => this.#waiters.push({ isDone, resolve }));
  }

  untilCount(count: number): Promise<void> {
    return this.until(() => this.lines.length >= count);
  }

  untilHeard(line: string): Promise<void> {
    return this.until(() => this.lines.includes(line));
  }

  #take(sign: string, event: ItemEvent<unknown>): void {
    this.lines.push(sign + String(event.item));
    this.events.push(event);
    const done = this.#waiters.filter(({ isDone }) => isDone());
    this.#waiters = this.#waiters.filter((waiter) => !done.includes(waiter));
    for (const { resolve } of done) resolve();
  }
}
