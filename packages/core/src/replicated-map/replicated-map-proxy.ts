import { messages } from '@offloop/wire';
import { mustBe } from '../errors/must-be.js';
import type { CallOptions } from '../calls/call-options.js';
import { ListShape } from '../calls/completions/list-result.js';
import { listOperation, operation } from '../calls/operation.js';
import type { LongField } from '../calls/requests/arguments.js';
import {
  forEachPair,
  isDuration,
  isMissing,
  missing,
  notGiven,
  wholeMillis,
} from '../objects/argument-checks.js';
import { BaseProxy, type ProxyContext } from '../objects/base-proxy.js';
import { checkListener, deliver, type EntryMessage } from '../objects/listeners/entry-events.js';
import type { OnDecoded } from '../objects/listeners/listen.js';
import type { EntryListener } from '../objects/listeners/entry-listener.js';
import type { Service } from '../objects/proxy-registry.js';
import { checkedPredicate, type Predicate } from '../query/predicates.js';
import { ReadOnlyLazyList } from '../calls/completions/read-only-lazy-list.js';
import type { ListComparator, ReplicatedMap } from './replicated-map.js';

/** The `ttl` of an entry that is never evicted. */
const FOR_EVER = 0;

const m = {
  put: operation(messages.replicatedMap.put),
  clear: operation(messages.replicatedMap.clear),
  get: operation(messages.replicatedMap.get),
  containsKey: operation(messages.replicatedMap.containsKey),
  containsValue: operation(messages.replicatedMap.containsValue),
  size: operation(messages.replicatedMap.size),
  isEmpty: operation(messages.replicatedMap.isEmpty),
  remove: operation(messages.replicatedMap.remove),
  putAll: operation(messages.replicatedMap.putAll),
  keySet: listOperation(messages.replicatedMap.keySet, ListShape.ITEMS),
  values: listOperation(messages.replicatedMap.values, ListShape.LAZY),
  decodedValues: listOperation(messages.replicatedMap.values, ListShape.ITEMS),
  entrySet: listOperation(messages.replicatedMap.entrySet, ListShape.ENTRIES),
};

const { removeEntryListener: remove } = messages.replicatedMap;
const listeners = {
  all: { add: messages.replicatedMap.addEntryListener, remove },
  ofKey: { add: messages.replicatedMap.addEntryListenerToKey, remove },
  matching: { add: messages.replicatedMap.addEntryListenerWithPredicate, remove },
  ofKeyMatching: { add: messages.replicatedMap.addEntryListenerToKeyWithPredicate, remove },
};

export const replicatedMapService: Service<ReplicatedMapProxy<never, never>> = {
  name: 'hz:impl:replicatedMapService',
  kind: 'replicated map',
  createProxy: (name, context) => new ReplicatedMapProxy(name, context),
};

class ReplicatedMapProxy<K, V> extends BaseProxy implements ReplicatedMap<K, V> {
  constructor(name: string, context: ProxyContext) {
    super(replicatedMapService.name, name, context);
  }

  put(key: K, value: V, ttl: LongField = FOR_EVER, options?: CallOptions): Promise<V> {
    if (isMissing(key)) return this.missing('key');
    if (isMissing(value)) return this.missing('value');
    if (!isDuration(ttl)) return this.notADuration('ttl', ttl);
    return this.invoke(m.put, { key, value, ttl: wholeMillis(ttl) }, options);
  }

  clear(options?: CallOptions): Promise<void> {
    return this.invoke(m.clear, {}, options);
  }

  get(key: K, options?: CallOptions): Promise<V> {
    if (isMissing(key)) return this.missing('key');
    return this.invoke(m.get, { key }, options);
  }

  containsKey(key: K, options?: CallOptions): Promise<boolean> {
    if (isMissing(key)) return this.missing('key');
    return this.invoke(m.containsKey, { key }, options);
  }

  containsValue(value: V, options?: CallOptions): Promise<boolean> {
    if (isMissing(value)) return this.missing('value');
    return this.invoke(m.containsValue, { value }, options);
  }

  size(options?: CallOptions): Promise<number> {
    return this.invoke(m.size, {}, options);
  }

  isEmpty(options?: CallOptions): Promise<boolean> {
    return this.invoke(m.isEmpty, {}, options);
  }

  remove(key: K, options?: CallOptions): Promise<V> {
    if (isMissing(key)) return this.missing('key');
    return this.invoke(m.remove, { key }, options);
  }

  // This and the methods below are async, so that invalid arguments reject.
  async putAll(pairs: readonly (readonly [K, V])[], options?: CallOptions): Promise<void> {
    this.checkReady();
    const entries: [K, V][] = [];
    forEachPair(pairs, (key, value) => entries.push([key, value]));
    return this.invoke(m.putAll, { entries }, options);
  }

  keySet(options?: CallOptions): Promise<K[]> {
    return this.invoke(m.keySet, {}, options);
  }

  async values(comparator?: ListComparator<V>, options?: CallOptions): Promise<ReadOnlyLazyList<V>> {
    this.checkReady();
    if (isMissing(comparator)) return this.invoke(m.values, {}, options);
    if (typeof comparator !== 'function') {
      throw mustBe('comparator', 'a function', comparator);
    }
    const values: V[] = await this.invoke(m.decodedValues, {}, options);
    values.sort(comparator);
    return new ReadOnlyLazyList({ length: values.length, at: (index) => values[index] });
  }

  entrySet(options?: CallOptions): Promise<[K, V][]> {
    return this.invoke(m.entrySet, {}, options);
  }

  async addEntryListenerToKeyWithPredicate(
    listener: EntryListener<K, V>,
    key: K,
    predicate: Predicate,
  ): Promise<string> {
    this.checkActive();
    if (isMissing(key)) return this.refuse(missing('key'));
    const fields = { key, predicate: checkedPredicate(predicate, this.context.serialization) };
    return this.listen(listeners.ofKeyMatching, fields, 'Entry', this.#teller(listener));
  }

  async addEntryListenerWithPredicate(listener: EntryListener<K, V>, predicate: Predicate): Promise<string> {
    this.checkActive();
    const fields = { predicate: checkedPredicate(predicate, this.context.serialization) };
    return this.listen(listeners.matching, fields, 'Entry', this.#teller(listener));
  }

  async addEntryListenerToKey(listener: EntryListener<K, V>, key: K): Promise<string> {
    this.checkActive();
    if (isMissing(key)) return this.refuse(missing('key'));
    return this.listen(listeners.ofKey, { key }, 'Entry', this.#teller(listener));
  }

  async addEntryListener(listener: EntryListener<K, V>): Promise<string> {
    this.checkActive();
    return this.listen(listeners.all, {}, 'Entry', this.#teller(listener));
  }

  removeEntryListener(listenerId: string): Promise<boolean> {
    return this.context.listeners.remove(listenerId);
  }

  protected override missing(argument: string): never {
    throw notGiven(argument);
  }

  /** Returns the function that delivers events to a listener. Throws IllegalArgumentError for an invalid one. */
  #teller(listener: EntryListener<K, V>): OnDecoded<EntryMessage> {
    checkListener(listener);
    return (event, valueOf) => deliver(listener, this.getName(), event, valueOf, this.context);
  }
}
