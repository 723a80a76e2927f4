import { messages, type StructOf } from '@offloop/wire';
import type { CallOptions } from '../calls/call-options.js';
import { decodedOperation, Operation, operation, type Stored } from '../calls/operation.js';
import type { ArgumentsOf, LongField } from '../calls/requests/arguments.js';
import { type DataDecoder, longFrom } from '@offloop/values';
import { mustBe } from '../errors/must-be.js';
import type { NearCaches } from './near-cache/near-caches.js';
import { isDuration, isMissing, missing, wholeMillis } from '../objects/argument-checks.js';
import { deliver, listenerFlags, type EntryMessage } from '../objects/listeners/entry-events.js';
import type { MapListener } from '../objects/listeners/entry-listener.js';
import type { OnDecoded } from '../objects/listeners/listen.js';
import { currentLockContext } from '../objects/lock-context.js';
import { lockOperations } from '../objects/lockable-proxy.js';
import type { ProxyContext } from '../objects/base-proxy.js';
import { checkedPredicate, type Predicate } from '../query/predicates.js';
import type { Transform } from '../transforms/transform.js';
import { SimpleEntryView } from './simple-entry-view.js';
import type { IMap } from './imap.js';
import { MapTransforms, type TransformContext } from './map-transforms.js';
import { QueryableMap } from './queryable-map.js';

/** Value of `ttl` or `maxIdle` by which the member's configuration of the map decides. */
const AS_CONFIGURED = -1;

const m = {
  get: operation(messages.map.get),
  put: operation(messages.map.put),
  putWithMaxIdle: operation(messages.map.putWithMaxIdle),
  set: operation(messages.map.set),
  setWithMaxIdle: operation(messages.map.setWithMaxIdle),
  putIfAbsent: operation(messages.map.putIfAbsent),
  putIfAbsentWithMaxIdle: operation(messages.map.putIfAbsentWithMaxIdle),
  remove: operation(messages.map.remove),
  removeIfSame: operation(messages.map.removeIfSame),
  // Members before 5.0 answer nothing; later ones answer whether there was an entry.
  delete: new Operation<ArgumentsOf<typeof messages.map.delete>, void>(messages.map.delete, {
    decodeFrames: () => undefined,
  }),
  containsKey: operation(messages.map.containsKey),
  size: operation(messages.map.size),
  isEmpty: operation(messages.map.isEmpty),
  clear: operation(messages.map.clear),
  replace: operation(messages.map.replace),
  replaceIfSame: operation(messages.map.replaceIfSame),
  tryPut: operation(messages.map.tryPut),
  tryRemove: operation(messages.map.tryRemove),
  evict: operation(messages.map.evict),
  evictAll: operation(messages.map.evictAll),
  flush: operation(messages.map.flush),
  loadAll: operation(messages.map.loadAll),
  loadGivenKeys: operation(messages.map.loadGivenKeys),
  putTransient: operation(messages.map.putTransient),
  putTransientWithMaxIdle: operation(messages.map.putTransientWithMaxIdle),
  executeOnKey: operation(messages.map.executeOnKey),
  setTtl: operation(messages.map.setTtl),
  getEntryView: decodedOperation(messages.map.getEntryView, ({ response }, decoder) =>
    response === null ? (null as Stored) : entryView(response, decoder),
  ),
};

const locks = lockOperations(messages.map);

const { removeEntryListener: remove } = messages.map;
const listeners = {
  all: { add: messages.map.addEntryListener, remove },
  ofKey: { add: messages.map.addEntryListenerToKey, remove },
  matching: { add: messages.map.addEntryListenerWithPredicate, remove },
  ofKeyMatching: { add: messages.map.addEntryListenerToKeyWithPredicate, remove },
};

export const MAP_SERVICE = 'hz:impl:mapService';

export type MapContext = ProxyContext & TransformContext & { readonly nearCaches: NearCaches };

/** Proxy of one distributed map: calls on one entry, and listeners. Calls on many entries and transforms have their own files. */
export class MapProxy<K, V> extends QueryableMap<K, V> implements IMap<K, V> {
  readonly #transforms: MapTransforms;

  constructor(name: string, context: MapContext) {
    super(MAP_SERVICE, name, context, locks);
    this.#transforms = new MapTransforms(this.objectName, context);
  }

  get(key: K, options?: CallOptions): Promise<V> {
    if (isMissing(key)) return this.missing('key');
    return this.invoke(m.get, { key, threadId: currentLockContext() }, options);
  }

  put(
    key: K,
    value: V,
    ttl: LongField = AS_CONFIGURED,
    maxIdle?: LongField,
    options?: CallOptions,
  ): Promise<V> {
    const wrong = this.#wrongEntry(key, value, ttl, maxIdle);
    if (wrong !== undefined) return wrong;
    const fields = { key, value, threadId: currentLockContext(), ttl: wholeMillis(ttl) };
    if (maxIdle === undefined) return this.invoke(m.put, fields, options);
    return this.invoke(m.putWithMaxIdle, { maxIdle: wholeMillis(maxIdle), ...fields }, options);
  }

  set(
    key: K,
    value: V,
    ttl: LongField = AS_CONFIGURED,
    maxIdle?: LongField,
    options?: CallOptions,
  ): Promise<void> {
    const wrong = this.#wrongEntry(key, value, ttl, maxIdle);
    if (wrong !== undefined) return wrong;
    const fields = { key, value, threadId: currentLockContext(), ttl: wholeMillis(ttl) };
    if (maxIdle === undefined) return this.invoke(m.set, fields, options);
    // Unlike `set`, the message with max idle is answered with a value.
    return this.invoke(m.setWithMaxIdle, { maxIdle: wholeMillis(maxIdle), ...fields }, options).then(
      () => undefined,
    );
  }

  putIfAbsent(
    key: K,
    value: V,
    ttl: LongField = AS_CONFIGURED,
    maxIdle?: LongField,
    options?: CallOptions,
  ): Promise<V> {
    const wrong = this.#wrongEntry(key, value, ttl, maxIdle);
    if (wrong !== undefined) return wrong;
    const fields = { key, value, threadId: currentLockContext(), ttl: wholeMillis(ttl) };
    if (maxIdle === undefined) return this.invoke(m.putIfAbsent, fields, options);
    return this.invoke(m.putIfAbsentWithMaxIdle, { maxIdle: wholeMillis(maxIdle), ...fields }, options);
  }

  remove(key: K, value?: undefined, options?: CallOptions): Promise<V>;
  remove(key: K, value: V, options?: CallOptions): Promise<boolean>;
  remove(key: K, value?: V, options?: CallOptions): Promise<V | boolean>;
  remove(key: K, value?: V, options?: CallOptions): Promise<V | boolean> {
    if (isMissing(key)) return this.missing('key');
    // No entry has the value null. The caller may have lost the value: that must not remove the entry, whatever it holds.
    if (value === null) return this.missing('value');
    const threadId = currentLockContext();
    return value === undefined
      ? this.invoke(m.remove, { key, threadId }, options)
      : this.invoke(m.removeIfSame, { key, value, threadId }, options);
  }

  delete(key: K, options?: CallOptions): Promise<void> {
    if (isMissing(key)) return this.missing('key');
    return this.invoke(m.delete, { key, threadId: currentLockContext() }, options);
  }

  containsKey(key: K, options?: CallOptions): Promise<boolean> {
    if (isMissing(key)) return this.missing('key');
    return this.invoke(m.containsKey, { key, threadId: currentLockContext() }, options);
  }

  size(options?: CallOptions): Promise<number> {
    return this.invoke(m.size, {}, options);
  }

  isEmpty(options?: CallOptions): Promise<boolean> {
    return this.invoke(m.isEmpty, {}, options);
  }

  clear(options?: CallOptions): Promise<void> {
    return this.invoke(m.clear, {}, options);
  }

  replace(key: K, value: V, options?: CallOptions): Promise<V> {
    if (isMissing(key)) return this.missing('key');
    if (isMissing(value)) return this.missing('value');
    return this.invoke(m.replace, { key, value, threadId: currentLockContext() }, options);
  }

  replaceIfSame(key: K, oldValue: V, newValue: V, options?: CallOptions): Promise<boolean> {
    if (isMissing(key)) return this.missing('key');
    if (isMissing(oldValue)) return this.missing('oldValue');
    if (isMissing(newValue)) return this.missing('newValue');
    const fields = { key, testValue: oldValue, value: newValue, threadId: currentLockContext() };
    return this.invoke(m.replaceIfSame, fields, options);
  }

  tryPut(key: K, value: V, timeout: number, options?: CallOptions): Promise<boolean> {
    if (isMissing(key)) return this.missing('key');
    if (isMissing(value)) return this.missing('value');
    if (!isDuration(timeout)) return this.notADuration('timeout', timeout);
    return this.invoke(
      m.tryPut,
      { key, value, threadId: currentLockContext(), timeout: wholeMillis(timeout) },
      options,
    );
  }

  tryRemove(key: K, timeout: number, options?: CallOptions): Promise<boolean> {
    if (isMissing(key)) return this.missing('key');
    if (!isDuration(timeout)) return this.notADuration('timeout', timeout);
    return this.invoke(
      m.tryRemove,
      { key, threadId: currentLockContext(), timeout: wholeMillis(timeout) },
      options,
    );
  }

  evict(key: K, options?: CallOptions): Promise<boolean> {
    if (isMissing(key)) return this.missing('key');
    return this.invoke(m.evict, { key, threadId: currentLockContext() }, options);
  }

  evictAll(options?: CallOptions): Promise<void> {
    return this.invoke(m.evictAll, {}, options);
  }

  flush(options?: CallOptions): Promise<void> {
    return this.invoke(m.flush, {}, options);
  }

  loadAll(keys?: readonly K[], replaceExistingValues = true, options?: CallOptions): Promise<void> {
    if (keys === undefined) return this.invoke(m.loadAll, { replaceExistingValues }, options);
    if (!Array.isArray(keys)) return this.refuse(mustBe('keys', 'an array', keys));
    if (keys.some(isMissing)) return this.refuse(missing('each of the keys'));
    return this.invoke(m.loadGivenKeys, { keys, replaceExistingValues }, options);
  }

  putTransient(
    key: K,
    value: V,
    ttl: LongField = AS_CONFIGURED,
    maxIdle?: LongField,
    options?: CallOptions,
  ): Promise<void> {
    const wrong = this.#wrongEntry(key, value, ttl, maxIdle);
    if (wrong !== undefined) return wrong;
    const fields = { key, value, threadId: currentLockContext(), ttl: wholeMillis(ttl) };
    const put =
      maxIdle === undefined
        ? this.invoke(m.putTransient, fields, options)
        : this.invoke(m.putTransientWithMaxIdle, { maxIdle: wholeMillis(maxIdle), ...fields }, options);
    // Both messages are answered with a value that means nothing.
    return put.then(() => undefined);
  }

  executeOnKey(key: K, entryProcessor: unknown, options?: CallOptions): Promise<V> {
    if (isMissing(key)) return this.missing('key');
    if (isMissing(entryProcessor)) return this.missing('entryProcessor');
    return this.invoke(m.executeOnKey, { entryProcessor, key, threadId: currentLockContext() }, options);
  }

  setTtl(key: K, ttl: LongField, options?: CallOptions): Promise<boolean> {
    if (isMissing(key)) return this.missing('key');
    if (!isDuration(ttl)) return this.notADuration('ttl', ttl);
    return this.invoke(m.setTtl, { key, ttl: wholeMillis(ttl) }, options);
  }

  getEntryView(key: K, options?: CallOptions): Promise<SimpleEntryView<K, V>> {
    if (isMissing(key)) return this.missing('key');
    return this.invoke(m.getEntryView, { key, threadId: currentLockContext() }, options);
  }

  addEntryListener(listener: MapListener<K, V>, key?: K, includeValue: boolean = false): Promise<string> {
    if (key === null) return this.missing('key');
    return this.#listen(listener, includeValue, key);
  }

  addEntryListenerWithPredicate(
    listener: MapListener<K, V>,
    predicate: Predicate,
    key?: K,
    includeValue: boolean = false,
  ): Promise<string> {
    if (isMissing(predicate)) return this.missing('predicate');
    return this.#listen(listener, includeValue, key ?? undefined, predicate);
  }

  removeEntryListener(listenerId: string): Promise<boolean> {
    return this.context.listeners.remove(listenerId);
  }

  getTransformed<Args extends readonly unknown[], R>(
    key: K,
    transform: Transform<V | null, Args, R>,
    ...args: Args
  ): Promise<R> {
    if (isMissing(key)) return this.missing('key');
    return this.#transforms.one(key, transform, args) as Promise<R>;
  }

  getAllTransformed<Args extends readonly unknown[], R>(
    keys: readonly K[],
    transform: Transform<V, Args, R>,
    ...args: Args
  ): Promise<[K, R][]> {
    return this.#transforms.all(keys, transform, args) as Promise<[K, R][]>;
  }

  // Async, so that an invalid listener or predicate, or a key that cannot be serialized, rejects.
  async #listen(
    listener: MapListener<K, V>,
    includeValue: boolean,
    key: K | undefined,
    predicate?: Predicate,
  ): Promise<string> {
    this.checkActive();
    if (predicate !== undefined) checkedPredicate(predicate, this.context.serialization);
    const common = { includeValue, listenerFlags: listenerFlags(listener) };
    const tell: OnDecoded<EntryMessage> = (event, valueOf) =>
      deliver(listener, this.getName(), event, valueOf, this.context);
    if (key === undefined) {
      if (predicate === undefined) return this.listen(listeners.all, common, 'Entry', tell);
      return this.listen(listeners.matching, { ...common, predicate }, 'Entry', tell);
    }
    if (predicate === undefined) return this.listen(listeners.ofKey, { ...common, key }, 'Entry', tell);
    return this.listen(listeners.ofKeyMatching, { ...common, key, predicate }, 'Entry', tell);
  }

  /** Returns the rejection of an entry that cannot be stored; undefined when it can be. */
  #wrongEntry(key: unknown, value: unknown, ttl: unknown, maxIdle: unknown): Promise<never> | undefined {
    if (isMissing(key)) return this.missing('key');
    if (isMissing(value)) return this.missing('value');
    if (!isDuration(ttl)) return this.notADuration('ttl', ttl, 'fifth');
    if (maxIdle !== undefined && !isDuration(maxIdle)) return this.notADuration('maxIdle', maxIdle, 'fifth');
    return undefined;
  }
}

/** Makes the view of an entry from a member's answer. */
function entryView(view: StructOf<'SimpleEntryView'>, decoder: DataDecoder): SimpleEntryView<Stored, Stored> {
  return new SimpleEntryView({
    key: decoder.decodeData(view.key, 0, view.key.length) as Stored,
    value: decoder.decodeData(view.value, 0, view.value.length) as Stored,
    cost: longFrom(view.cost),
    creationTime: longFrom(view.creationTime),
    expirationTime: longFrom(view.expirationTime),
    hits: longFrom(view.hits),
    lastAccessTime: longFrom(view.lastAccessTime),
    lastStoredTime: longFrom(view.lastStoredTime),
    lastUpdateTime: longFrom(view.lastUpdateTime),
    version: longFrom(view.version),
    ttl: longFrom(view.ttl),
    maxIdle: longFrom(view.maxIdle),
  });
}
