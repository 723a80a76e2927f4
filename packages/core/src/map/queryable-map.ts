import { messages } from '@offloop/wire';
import type { CallOptions } from '../calls/call-options.js';
import { ListShape } from '../calls/completions/list-result.js';
import { listOperation, operation } from '../calls/operation.js';
import { describe, IllegalArgumentError } from '@offloop/values';
import { isMissing, missing } from '../objects/argument-checks.js';
import { LockableProxy } from '../objects/lockable-proxy.js';
import type { Aggregator } from '../query/aggregators.js';
import { checkedIndex, type IndexConfig } from '../query/index-config.js';
import { IterationType, PagingPredicateImpl } from '../query/paging-predicate.js';
import { checkedPredicate, type Predicate } from '../query/predicates.js';
import type { Projection } from '../query/projections.js';
import type { ReadOnlyLazyList } from '../calls/completions/read-only-lazy-list.js';
import { pageFields, pagingOperation, turnTo } from './pages.js';

const m = {
  containsValue: operation(messages.map.containsValue),
  keySet: listOperation(messages.map.keySet, ListShape.ITEMS),
  values: listOperation(messages.map.values, ListShape.LAZY),
  entrySet: listOperation(messages.map.entrySet, ListShape.ENTRIES),
  keySetWithPredicate: listOperation(messages.map.keySetWithPredicate, ListShape.ITEMS),
  valuesWithPredicate: listOperation(messages.map.valuesWithPredicate, ListShape.LAZY),
  entriesWithPredicate: listOperation(messages.map.entriesWithPredicate, ListShape.ENTRIES),
  keyPage: pagingOperation(messages.map.keySetWithPagingPredicate, ListShape.ITEMS),
  valuePage: pagingOperation(messages.map.valuesWithPagingPredicate, ListShape.LAZY),
  entryPage: pagingOperation(messages.map.entriesWithPagingPredicate, ListShape.ENTRIES),
  removeAll: operation(messages.map.removeAll),
  addIndex: operation(messages.map.addIndex),
  aggregate: operation(messages.map.aggregate),
  aggregateWithPredicate: operation(messages.map.aggregateWithPredicate),
  project: listOperation(messages.map.project, ListShape.ITEMS),
  projectWithPredicate: listOperation(messages.map.projectWithPredicate, ListShape.ITEMS),
  executeOnKeys: listOperation(messages.map.executeOnKeys, ListShape.ENTRIES),
  executeOnAllKeys: listOperation(messages.map.executeOnAllKeys, ListShape.ENTRIES),
  executeWithPredicate: listOperation(messages.map.executeWithPredicate, ListShape.ENTRIES),
};

/** A map's calls on all entries, or on those that match a predicate: queries, aggregation, projection, processing, indexes. */
export abstract class QueryableMap<K, V> extends LockableProxy<K> {
  containsValue(value: V, options?: CallOptions): Promise<boolean> {
    if (isMissing(value)) return this.refuse(missing('value'));
    return this.invoke(m.containsValue, { value }, options);
  }

  keySet(options?: CallOptions): Promise<K[]> {
    return this.invoke(m.keySet, {}, options);
  }

  values(options?: CallOptions): Promise<ReadOnlyLazyList<V>> {
    return this.invoke(m.values, {}, options);
  }

  entrySet(options?: CallOptions): Promise<[K, V][]> {
    return this.invoke(m.entrySet, {}, options);
  }

  // These are async, so that an invalid argument rejects.
  async keySetWithPredicate(predicate: Predicate, options?: CallOptions): Promise<K[]> {
    this.checkReady();
    if (predicate instanceof PagingPredicateImpl) {
      const asked = this.invoke(m.keyPage, pageFields(predicate, IterationType.KEY), options);
      return turnTo(predicate, await asked);
    }
    return this.invoke(
      m.keySetWithPredicate,
      { predicate: checkedPredicate(predicate, this.context.serialization) },
      options,
    );
  }

  async valuesWithPredicate(predicate: Predicate, options?: CallOptions): Promise<ReadOnlyLazyList<V>> {
    this.checkReady();
    if (predicate instanceof PagingPredicateImpl) {
      const asked = this.invoke(m.valuePage, pageFields(predicate, IterationType.VALUE), options);
      return turnTo(predicate, await asked);
    }
    return this.invoke(
      m.valuesWithPredicate,
      { predicate: checkedPredicate(predicate, this.context.serialization) },
      options,
    );
  }

  async entrySetWithPredicate(predicate: Predicate, options?: CallOptions): Promise<[K, V][]> {
    this.checkReady();
    if (predicate instanceof PagingPredicateImpl) {
      const asked = this.invoke(m.entryPage, pageFields(predicate, IterationType.ENTRY), options);
      return turnTo(predicate, await asked);
    }
    return this.invoke(
      m.entriesWithPredicate,
      { predicate: checkedPredicate(predicate, this.context.serialization) },
      options,
    );
  }

  async removeAll(predicate: Predicate, options?: CallOptions): Promise<void> {
    this.checkReady();
    return this.invoke(
      m.removeAll,
      { predicate: checkedPredicate(predicate, this.context.serialization) },
      options,
    );
  }

  async addIndex(index: IndexConfig, options?: CallOptions): Promise<void> {
    this.checkReady();
    return this.invoke(m.addIndex, { indexConfig: checkedIndex(this.getName(), index) }, options);
  }

  aggregate<R>(aggregator: Aggregator<R>, options?: CallOptions): Promise<R> {
    if (isMissing(aggregator)) return this.refuse(missing('aggregator'));
    return this.invoke(m.aggregate, { aggregator }, options) as Promise<R>;
  }

  async aggregateWithPredicate<R>(
    aggregator: Aggregator<R>,
    predicate: Predicate,
    options?: CallOptions,
  ): Promise<R> {
    this.checkReady();
    if (isMissing(aggregator)) return this.refuse(missing('aggregator'));
    const fields = { aggregator, predicate: checkedPredicate(predicate, this.context.serialization) };
    return this.invoke(m.aggregateWithPredicate, fields, options) as Promise<R>;
  }

  project<R>(projection: Projection<R>, options?: CallOptions): Promise<R[]> {
    if (isMissing(projection)) return this.refuse(missing('projection'));
    return this.invoke(m.project, { projection }, options);
  }

  async projectWithPredicate<R>(
    projection: Projection<R>,
    predicate: Predicate,
    options?: CallOptions,
  ): Promise<R[]> {
    this.checkReady();
    if (isMissing(projection)) return this.refuse(missing('projection'));
    const fields = { projection, predicate: checkedPredicate(predicate, this.context.serialization) };
    return this.invoke(m.projectWithPredicate, fields, options);
  }

  async executeOnKeys(keys: readonly K[], entryProcessor: unknown, options?: CallOptions): Promise<[K, V][]> {
    this.checkReady();
    if (!Array.isArray(keys)) throw new IllegalArgumentError(`keys must be an array, got ${describe(keys)}`);
    if (isMissing(entryProcessor)) return this.refuse(missing('entryProcessor'));
    if (keys.some(isMissing)) return this.refuse(missing('each of the keys'));
    if (keys.length === 0) return [];
    return this.invoke(m.executeOnKeys, { entryProcessor, keys }, options);
  }

  async executeOnEntries(
    entryProcessor: unknown,
    predicate?: Predicate,
    options?: CallOptions,
  ): Promise<[K, V][]> {
    this.checkReady();
    if (isMissing(entryProcessor)) return this.refuse(missing('entryProcessor'));
    if (predicate === undefined) return this.invoke(m.executeOnAllKeys, { entryProcessor }, options);
    const fields = { entryProcessor, predicate: checkedPredicate(predicate, this.context.serialization) };
    return this.invoke(m.executeWithPredicate, fields, options);
  }
}
