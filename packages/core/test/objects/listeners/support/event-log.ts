import type { EntryEvent, ItemEvent, ItemListener, MapEvent, MapListener } from 'offloop';

import { eventually } from '../../../client/support/client-bench.js';

type AnyEvent = EntryEvent<unknown, unknown> | MapEvent | ItemEvent<unknown>;

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
  'itemAdded',
  'itemRemoved',
] as const;

/** A listener for entries or items that writes down what it hears, and lets a test wait for it. */
export class EventLog {
  readonly listener: MapListener<unknown, unknown> & ItemListener<unknown>;
  readonly events: { readonly type: string; readonly event: AnyEvent }[] = [];

  constructor(callbacks: readonly (typeof CALLBACKS)[number][] = CALLBACKS) {
    this.listener = Object.fromEntries(
      callbacks.map((type) => [type, (event: AnyEvent) => void this.events.push({ type, event })]),
    ) as EventLog['listener'];
  }

  /** `type key=value<oldValue` of each event so far, or `+item` and `-item`. */
  get lines(): string[] {
    return this.events.map(({ type, event }) => {
      if ('item' in event) return `${type === 'itemAdded' ? '+' : '-'}${String(event.item)}`;
      return 'key' in event
        ? `${type} ${String(event.key)}=${String(event.value)}<${String(event.oldValue)}`
        : `${type} ${event.numberOfAffectedEntries}`;
    });
  }

  keys(type: string): unknown[] {
    return this.events
      .filter((each) => each.type === type)
      .map(({ event }) => (event as EntryEvent<unknown, unknown>).key);
  }

  until(isDone: () => boolean): Promise<void> {
    return eventually(isDone);
  }

  untilCount(count: number): Promise<void> {
    return eventually(() => this.events.length >= count);
  }
}
