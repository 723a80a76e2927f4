import { RequestFlag } from '@offloop/contract';
import { messages } from '@offloop/wire';
import { IllegalArgumentError } from '@offloop/values';
import { ListShape } from '../calls/completions/list-result.js';
import type { LongField } from '../calls/requests/arguments.js';
import { durationError, isDuration, isMissing, missing, wholeMillis } from '../objects/argument-checks.js';
import { PagingPredicateImpl } from '../query/paging-predicate.js';
import { checkedPredicate, type Predicate } from '../query/predicates.js';
import { listOperation, operation } from '../calls/operation.js';
import { TransactionalProxy } from './transactional-proxy.js';
import type { TransactionalMap } from './transactional-map.js';

const spec = messages.transactionalMap;

const m = {
  get: operation(spec.get, RequestFlag.CONNECTION),
  getForUpdate: operation(spec.getForUpdate, RequestFlag.CONNECTION),
  containsKey: operation(spec.containsKey, RequestFlag.CONNECTION),
  size: operation(spec.size, RequestFlag.CONNECTION),
  isEmpty: operation(spec.isEmpty, RequestFlag.CONNECTION),
  put: operation(spec.put, RequestFlag.CONNECTION),
  set: operation(spec.set, RequestFlag.CONNECTION),
  putIfAbsent: operation(spec.putIfAbsent, RequestFlag.CONNECTION),
  replace: operation(spec.replace, RequestFlag.CONNECTION),
  replaceIfSame: operation(spec.replaceIfSame, RequestFlag.CONNECTION),
  remove: operation(spec.remove, RequestFlag.CONNECTION),
  removeIfSame: operation(spec.removeIfSame, RequestFlag.CONNECTION),
  delete: operation(spec.delete, RequestFlag.CONNECTION),
  keySet: listOperation(spec.keySet, ListShape.ITEMS, RequestFlag.CONNECTION),
  keySetWithPredicate: listOperation(spec.keySetWithPredicate, ListShape.ITEMS, RequestFlag.CONNECTION),
  values: listOperation(spec.values, ListShape.ITEMS, RequestFlag.CONNECTION),
  valuesWithPredicate: listOperation(spec.valuesWithPredicate, ListShape.ITEMS, RequestFlag.CONNECTION),
};

/** Time to live of an entry for which the member's configuration says how long it lives. */
const AS_CONFIGURED = -1;

export class TransactionalMapProxy<K, V> extends TransactionalProxy implements TransactionalMap<K, V> {
  get(key: K): Promise<V | null> {
    if (isMissing(key)) return this.refuse(missing('key'));
    return this.invoke(m.get, { key });
  }

  getForUpdate(key: K): Promise<V | null> {
    if (isMissing(key)) return this.refuse(missing('key'));
    return this.invoke(m.getForUpdate, { key });
  }

  containsKey(key: K): Promise<boolean> {
    if (isMissing(key)) return this.refuse(missing('key'));
    return this.invoke(m.containsKey, { key });
  }

  size(): Promise<number> {
    return this.invoke(m.size, {});
  }

  isEmpty(): Promise<boolean> {
    return this.invoke(m.isEmpty, {});
  }

  put(key: K, value: V, ttl: LongField = AS_CONFIGURED): Promise<V | null> {
    if (isMissing(key)) return this.refuse(missing('key'));
    if (isMissing(value)) return this.refuse(missing('value'));
    if (!isDuration(ttl)) return this.refuse(durationError('ttl', ttl));
    return this.invoke(m.put, { key, value, ttl: wholeMillis(ttl) });
  }

  set(key: K, value: V): Promise<void> {
    if (isMissing(key)) return this.refuse(missing('key'));
    if (isMissing(value)) return this.refuse(missing('value'));
    return this.invoke(m.set, { key, value });
  }

  putIfAbsent(key: K, value: V): Promise<V | null> {
    if (isMissing(key)) return this.refuse(missing('key'));
    if (isMissing(value)) return this.refuse(missing('value'));
    return this.invoke(m.putIfAbsent, { key, value });
  }

  replace(key: K, value: V): Promise<V | null> {
    if (isMissing(key)) return this.refuse(missing('key'));
    if (isMissing(value)) return this.refuse(missing('value'));
    return this.invoke(m.replace, { key, value });
  }

  replaceIfSame(key: K, oldValue: V, newValue: V): Promise<boolean> {
    if (isMissing(key)) return this.refuse(missing('key'));
    if (isMissing(oldValue)) return this.refuse(missing('oldValue'));
    if (isMissing(newValue)) return this.refuse(missing('newValue'));
    return this.invoke(m.replaceIfSame, { key, oldValue, newValue });
  }

  remove(key: K): Promise<V | null>;
  remove(key: K, value: V): Promise<boolean>;
  remove(key: K, value?: V): Promise<V | null | boolean> {
    if (isMissing(key)) return this.refuse(missing('key'));
    if (value === undefined) return this.invoke(m.remove, { key });
    if (isMissing(value)) return this.refuse(missing('value'));
    return this.invoke(m.removeIfSame, { key, value });
  }

  delete(key: K): Promise<void> {
    if (isMissing(key)) return this.refuse(missing('key'));
    return this.invoke(m.delete, { key });
  }

  // These are async, so that an invalid predicate rejects.
  async keySet(predicate?: Predicate): Promise<K[]> {
    this.checkReady();
    if (predicate === undefined) return this.invoke(m.keySet, {});
    return this.invoke(m.keySetWithPredicate, { predicate: this.#unpaged(predicate) });
  }

  async values(predicate?: Predicate): Promise<V[]> {
    this.checkReady();
    if (predicate === undefined) return this.invoke(m.values, {});
    return this.invoke(m.valuesWithPredicate, { predicate: this.#unpaged(predicate) });
  }

  /** Returns the predicate. Throws IllegalArgumentError for anything else, and for one of pages, which members refuse. */
  #unpaged(predicate: Predicate): Predicate {
    if (predicate instanceof PagingPredicateImpl) {
      throw new IllegalArgumentError('a transaction has no queries in pages');
    }
    return checkedPredicate(predicate, this.serialization);
  }
}
