import type { EntryEvent, MapEvent, MapListener } from 'offloop';

type AnyEvent = EntryEvent<unknown, unknown> | MapEvent;

const CALLBACKS = [
  'added',
  'removed',
  'updated',
  'merged',
  'evicted',
  'expired',
  'loaded',
  'mapCleared',
  'mapEvicted',
] as const;

/** A map listener that writes down what it hears, and lets a test wait for it. */
export class EventLog {
  readonly listener: MapListener<unknown, unknown>;
  readonly events: { readonly type: string; readonly event: AnyEvent }[] = [];
  #waiters: { readonly isDone: () => boolean; readonly resolve: () => void }[] = [];

  constructor(callbacks: readonly (typeof CALLBACKS)[number][] = CALLBACKS) {
    this.listener = Object.fromEntries(
      callbacks.map((type) => [type, (event: AnyEvent) => this.#take(type, event)]),
    ) as MapListener<unknown, unknown>;
  }

  /** `type key=value<oldValue` of each event so far. */
  get lines(): string[] {
    return this.events.map(({ type, event }) =>
      'key' in event
        ? `${type} ${String(event.key)}=${String(event.value)}<${String(event.oldValue)}`
        : `${type} ${event.numberOfAffectedEntries}`,
    );
  }

  keys(type: string): unknown[] {
    return this.events
      .filter((each) => each.type === type)
      .map(({ event }) => (event as EntryEvent<unknown, unknown>).key);
  }

  until(isDone: () => boolean): Promise<void> {
    if (isDone()) return Promise.resolve();
    return new Promise((resolve) => this.#waiters.push({ isDone, resolve }));
  }

  untilCount(count: number): Promise<void> {
    return this.until(() => this.events.length >= count);
  }

  #take(type: string, event: AnyEvent): void {
    this.events.push({ type, event });
    const done = this.#waiters.filter(({ isDone }) => isDone());
    this.#waiters = this.#waiters.filter((waiter) => !done.includes(waiter));
    for (const { resolve } of done) resolve();
  }
}
