import { messages } from '@offloop/wire';
import type { CallOptions } from '../calls/call-options.js';
import { ListShape } from '../calls/completions/list-result.js';
import { inParts, listOperation, operation, type Operation } from '../calls/operation.js';
import { prepared } from '../calls/schemas/prepared.js';
import { addInSlices, joinInSlices } from '../calls/slices.js';
import { assertPairs, isMissing, missing, notAnArray, notGiven } from '../objects/argument-checks.js';
import { LockableProxy } from '../objects/lockable-proxy.js';
import type { Aggregator } from '../query/aggregators.js';
import { checkedIndex, type IndexConfig } from '../query/index-config.js';
import { IterationType, PagingPredicateImpl } from '../query/paging-predicate.js';
import { checkedPredicate, type Predicate } from '../query/predicates.js';
import type { Projection } from '../query/projections.js';
import type { ReadOnlyLazyList } from '../calls/completions/read-only-lazy-list.js';
import { pageFields, pagingOperation, turnTo, type Page, type PageFields } from './pages.js';

const m = {
  putAll: inParts(operation(messages.map.putAll)),
  getAll: inParts(listOperation(messages.map.getAll, ListShape.ENTRIES)),
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

/** A map's calls on many entries: of given keys, or all, or those that match a predicate. */
export abstract class QueryableMap<K, V> extends LockableProxy<K> {
  putAll(pairs: readonly (readonly [K, V])[], options?: CallOptions): Promise<void> {
    return this.#putAll(pairs, true, options);
  }

  setAll(pairs: readonly (readonly [K, V])[], options?: CallOptions): Promise<void> {
    return this.#putAll(pairs, false, options);
  }

  getAll(keys: readonly K[], options?: CallOptions): Promise<[K, V][]> {
    if (!Array.isArray(keys)) throw notAnArray('keys', keys);
    return this.#getAll(keys, options);
  }

  containsValue(value: V, options?: CallOptions): Promise<boolean> {
    if (isMissing(value)) return this.missing('value');
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

  keySetWithPredicate(predicate: Predicate, options?: CallOptions): Promise<K[]> {
    return this.#query(predicate, m.keySetWithPredicate, m.keyPage, IterationType.KEY, options);
  }

  valuesWithPredicate(predicate: Predicate, options?: CallOptions): Promise<ReadOnlyLazyList<V>> {
    return this.#query(predicate, m.valuesWithPredicate, m.valuePage, IterationType.VALUE, options);
  }

  entrySetWithPredicate(predicate: Predicate, options?: CallOptions): Promise<[K, V][]> {
    return this.#query(predicate, m.entriesWithPredicate, m.entryPage, IterationType.ENTRY, options);
  }

  removeAll(predicate: Predicate, options?: CallOptions): Promise<void> {
    return this.#matching(predicate, (checked) => this.invoke(m.removeAll, { predicate: checked }, options));
  }

  addIndex(index: IndexConfig, options?: CallOptions): Promise<void> {
    if (isMissing(index)) return this.missing('index');
    return this.#addIndex(index, options);
  }

  aggregate<R>(aggregator: Aggregator<R>, options?: CallOptions): Promise<R> {
    if (isMissing(aggregator)) return this.missing('aggregator');
    return this.invoke(m.aggregate, { aggregator }, options) as Promise<R>;
  }

  aggregateWithPredicate<R>(
    aggregator: Aggregator<R>,
    predicate: Predicate,
    options?: CallOptions,
  ): Promise<R> {
    if (isMissing(aggregator)) return this.missing('aggregator');
    return this.#matching(
      predicate,
      (checked) =>
        this.invoke(m.aggregateWithPredicate, { aggregator, predicate: checked }, options) as Promise<R>,
    );
  }

  project<R>(projection: Projection<R>, options?: CallOptions): Promise<R[]> {
    if (isMissing(projection)) return this.missing('projection');
    return this.invoke(m.project, { projection }, options);
  }

  projectWithPredicate<R>(
    projection: Projection<R>,
    predicate: Predicate,
    options?: CallOptions,
  ): Promise<R[]> {
    if (isMissing(projection)) return this.missing('projection');
    return this.#matching(predicate, (checked) =>
      this.invoke(m.projectWithPredicate, { projection, predicate: checked }, options),
    );
  }

  executeOnKeys(keys: readonly K[], entryProcessor: unknown, options?: CallOptions): Promise<[K, V][]> {
    if (!Array.isArray(keys)) throw notAnArray('keys', keys);
    if (isMissing(entryProcessor)) return this.missing('entryProcessor');
    return this.#executeOnKeys(keys, entryProcessor, options);
  }

  executeOnEntries(entryProcessor: unknown, predicate?: Predicate, options?: CallOptions): Promise<[K, V][]> {
    if (isMissing(entryProcessor)) return this.missing('entryProcessor');
    if (predicate === undefined) return this.invoke(m.executeOnAllKeys, { entryProcessor }, options);
    return this.#matching(predicate, (checked) =>
      this.invoke(m.executeWithPredicate, { entryProcessor, predicate: checked }, options),
    );
  }

  // The official client throws at once for null, and so do maps. What else is wrong with an argument rejects.
  protected override missing(argument: string): never {
    throw notGiven(argument);
  }

  /** @param triggerMapLoader true if members load the old values from the map store. */
  #putAll(
    pairs: readonly (readonly [K, V])[],
    triggerMapLoader: boolean,
    options: CallOptions | undefined,
  ): Promise<void> {
    assertPairs(pairs);
    const { invoker } = this.context;
    return this.putPairs(
      m.putAll,
      { triggerMapLoader },
      pairs,
      options,
      (parts) => (key, value) => parts.addPair(key, value, invoker.partitionCount),
    );
  }

  async #getAll(keys: readonly K[], options: CallOptions | undefined): Promise<[K, V][]> {
    this.checkReady();
    const { invoker } = this.context;
    const entries = await prepared(options, (left) => {
      const parts = this.parts(m.getAll, {}, keys.length);
      const adding = addInSlices(keys, (key) => {
        if (isMissing(key)) throw missing('key');
        parts.addKey(key, invoker.partitionCount);
      });
      return adding === undefined
        ? invoker.parts.invoke(parts, left)
        : invoker.parts.invokeInSlices(parts, adding, left);
    });
    return joinInSlices(entries);
  }

  #matching<R>(predicate: Predicate, call: (checked: Predicate) => Promise<R>): Promise<R> {
    if (isMissing(predicate)) return this.missing('predicate');
    try {
      return call(checkedPredicate(predicate, this.context.serialization));
    } catch (error) {
      return this.refuse(error as Error);
    }
  }

  /** Asks for all that match, or for one page of it. */
  #query<List>(
    predicate: Predicate,
    matching: Operation<{ readonly predicate: Predicate }, List>,
    page: Operation<PageFields, Page<List>>,
    iterationType: IterationType,
    options: CallOptions | undefined,
  ): Promise<List> {
    if (predicate instanceof PagingPredicateImpl) return this.#page(predicate, page, iterationType, options);
    return this.#matching(predicate, (checked) => this.invoke(matching, { predicate: checked }, options));
  }

  async #page<List>(
    paging: PagingPredicateImpl,
    page: Operation<PageFields, Page<List>>,
    iterationType: IterationType,
    options: CallOptions | undefined,
  ): Promise<List> {
    this.checkReady();
    return turnTo(paging, await this.invoke(page, pageFields(paging, iterationType), options));
  }

  async #addIndex(index: IndexConfig, options: CallOptions | undefined): Promise<void> {
    this.checkReady();
    return this.invoke(m.addIndex, { indexConfig: checkedIndex(this.getName(), index) }, options);
  }

  async #executeOnKeys(
    keys: readonly K[],
    entryProcessor: unknown,
    options: CallOptions | undefined,
  ): Promise<[K, V][]> {
    this.checkReady();
    if (keys.some(isMissing)) return this.refuse(missing('each of the keys'));
    if (keys.length === 0) return [];
    return this.invoke(m.executeOnKeys, { entryProcessor, keys }, options);
  }
}
