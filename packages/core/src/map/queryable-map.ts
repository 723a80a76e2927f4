import { messages } from '@offloop/wire/protocol';
import type { CallOptions } from '../calls/call-options.js';
import { ListShape } from '../calls/completions/list-result.js';
import { listOperation } from '../calls/operation.js';
import { LockableProxy } from '../objects/lockable-proxy.js';
import { checkedPredicate, type Predicate } from '../query/predicates.js';
import type { ReadOnlyLazyList } from '../values/read-only-lazy-list.js';

const m = {
  keySet: listOperation(messages.map.keySet, ListShape.ITEMS),
  values: listOperation(messages.map.values, ListShape.LAZY),
  entrySet: listOperation(messages.map.entrySet, ListShape.ENTRIES),
  keySetWithPredicate: listOperation(messages.map.keySetWithPredicate, ListShape.ITEMS),
  valuesWithPredicate: listOperation(messages.map.valuesWithPredicate, ListShape.LAZY),
  entriesWithPredicate: listOperation(messages.map.entriesWithPredicate, ListShape.ENTRIES),
};

/** A map's queries: for all entries, or for those that match a predicate. */
export abstract class QueryableMap<K, V> extends LockableProxy<K> {
  keySet(options?: CallOptions): Promise<K[]> {
    return this.invoke(m.keySet, {}, options);
  }

  values(options?: CallOptions): Promise<ReadOnlyLazyList<V>> {
    return this.invoke(m.values, {}, options);
  }

  entrySet(options?: CallOptions): Promise<[K, V][]> {
    return this.invoke(m.entrySet, {}, options);
  }

  // These are async, so that an invalid predicate rejects.
  async keySetWithPredicate(predicate: Predicate, options?: CallOptions): Promise<K[]> {
    return this.invoke(m.keySetWithPredicate, { predicate: checkedPredicate(predicate) }, options);
  }

  async valuesWithPredicate(predicate: Predicate, options?: CallOptions): Promise<ReadOnlyLazyList<V>> {
    return this.invoke(m.valuesWithPredicate, { predicate: checkedPredicate(predicate) }, options);
  }

  async entrySetWithPredicate(predicate: Predicate, options?: CallOptions): Promise<[K, V][]> {
    return this.invoke(m.entriesWithPredicate, { predicate: checkedPredicate(predicate) }, options);
  }
}
