import { describe } from '../errors/describe.js';
import { IllegalArgumentError } from '../errors/hierarchy.js';
import { isPredicate, type Predicate } from '../query/predicates.js';
import type { ObjectOperation, Operation, PartOperation } from '../runtime/operation.js';
import { PartRequests } from '../runtime/part-requests.js';
import type { MapListener } from '../listeners/entry-listener.js';
import type { LongField } from '../runtime/request-encoder.js';
import type { CallOptions } from '../runtime/call-options.js';
import type { Runtime } from '../runtime/runtime.js';
import { DataEncoder } from '../serialization/data-encoder.js';
import type { SerializationSettings } from '../serialization/settings.js';
import { toData } from '../serialization/to-data.js';
import type { ComputePool } from '../transforms/compute-pool.js';
import { MapTransforms } from '../transforms/map-transforms.js';
import type { Transform } from '../transforms/transform.js';
import type { ReadOnlyLazyList } from '../values/read-only-lazy-list.js';
import type { SimpleEntryView } from '../values/simple-entry-view.js';
import { addInSlices } from './add-in-slices.js';
import { isDuration, isMissing, missing, notADuration } from './argument-checks.js';
import type { IMap } from './imap.js';
import { joinInSlices } from './join-in-slices.js';
import { currentLockContext, nextLockReference } from './lock-context.js';
import { MapListeners, type MapListenersContext } from './map-listeners.js';
import { MapOperations } from './map-operations.js';

export const MAP_SERVICE = 'hz:impl:mapService';

/** Ttl and max idle of an entry that goes by the member's configuration of the map. */
const AS_CONFIGURED = -1;
const ANY_MEMBER = -1;
/** A lease without an end. */
const FOR_EVER = -1;

/** What a proxy needs of its client. */
export interface ProxyContext extends MapListenersContext {
  readonly runtime: Runtime;
  readonly serialization: SerializationSettings;
  readonly pool: ComputePool;
  destroyProxy(name: string, serviceName: string): Promise<void>;
}

/** The caller's end of one distributed map. Holds nothing but prebuilt requests: every call is the runtime's. */
export class MapProxy<K, V> implements IMap<K, V> {
  readonly #name: string;
  readonly #context: ProxyContext;
  readonly #runtime: Runtime;
  readonly #operations: MapOperations;
  readonly #transforms: MapTransforms;
  readonly #listeners: MapListeners;

  constructor(name: string, context: ProxyContext) {
    this.#name = name;
    this.#context = context;
    this.#runtime = context.runtime;
    this.#operations = new MapOperations(name, context.decoder);
    this.#transforms = new MapTransforms(name, context);
    this.#listeners = new MapListeners(name, context);
  }

  getName(): string {
    return this.#name;
  }

  getPartitionKey(): string {
    return this.#name;
  }

  getServiceName(): string {
    return MAP_SERVICE;
  }

  destroy(): Promise<void> {
    return this.#context.destroyProxy(this.#name, MAP_SERVICE);
  }

  get(key: K, options?: CallOptions): Promise<V | null> {
    return this.#onKey(this.#operations.get, key, options) as Promise<V | null>;
  }

  put(key: K, value: V, ttl?: LongField, maxIdle?: LongField, options?: CallOptions): Promise<V | null> {
    const { put, putWithMaxIdle } = this.#operations;
    return this.#store(put, putWithMaxIdle, key, value, ttl, maxIdle, options) as Promise<V | null>;
  }

  set(key: K, value: V, ttl?: LongField, maxIdle?: LongField, options?: CallOptions): Promise<void> {
    const { set, setWithMaxIdle } = this.#operations;
    const done = this.#store(set, setWithMaxIdle, key, value, ttl, maxIdle, options) as Promise<void>;
    // Unlike its sister, the message with max idle is answered with a value.
    return maxIdle === undefined ? done : done.then(() => undefined);
  }

  putIfAbsent(
    key: K,
    value: V,
    ttl?: LongField,
    maxIdle?: LongField,
    options?: CallOptions,
  ): Promise<V | null> {
    const { putIfAbsent, putIfAbsentWithMaxIdle } = this.#operations;
    return this.#store(
      putIfAbsent,
      putIfAbsentWithMaxIdle,
      key,
      value,
      ttl,
      maxIdle,
      options,
    ) as Promise<V | null>;
  }

  putAll(pairs: readonly (readonly [K, V])[], options?: CallOptions): Promise<void> {
    return this.#putAll(this.#operations.putAll, pairs, options);
  }

  setAll(pairs: readonly (readonly [K, V])[], options?: CallOptions): Promise<void> {
    return this.#putAll(this.#operations.setAll, pairs, options);
  }

  async getAll(keys: readonly K[], options?: CallOptions): Promise<[K, V][]> {
    if (!Array.isArray(keys)) throw new IllegalArgumentError(`keys must be an array, got ${String(keys)}`);
    const parts = this.#parts(this.#operations.getAll, keys.length);
    const adding = addInSlices(keys, (key) => {
      if (isMissing(key)) throw new IllegalArgumentError('key must be neither null nor undefined');
      parts.addKey(key, this.#runtime.partitionCount);
    });
    // NOT awaited when it is done: a write that is called after this in the same tick must not overtake it.
    if (adding !== undefined) await adding;
    const answers = await this.#runtime.invokeParts(parts, options, adding !== undefined);
    return joinInSlices(answers as [K, V][][]);
  }

  remove(key: K, value?: undefined, options?: CallOptions): Promise<V | null>;
  remove(key: K, value: V, options?: CallOptions): Promise<boolean>;
  remove(key: K, value?: V, options?: CallOptions): Promise<V | null | boolean> {
    if (isMissing(key)) return missing('key');
    // Null is no value any entry has, and may be one the caller has lost: not a request to remove whatever is there.
    if (value === null) return missing('value');
    const { remove, removeIfSame } = this.#operations;
    return this.#onKey(value === undefined ? remove : removeIfSame, key, options, value) as Promise<
      V | null | boolean
    >;
  }

  delete(key: K, options?: CallOptions): Promise<void> {
    return this.#onKey(this.#operations.delete, key, options) as Promise<void>;
  }

  containsKey(key: K, options?: CallOptions): Promise<boolean> {
    return this.#onKey(this.#operations.containsKey, key, options) as Promise<boolean>;
  }

  size(options?: CallOptions): Promise<number> {
    return this.#onMap(this.#operations.size, options) as Promise<number>;
  }

  isEmpty(options?: CallOptions): Promise<boolean> {
    return this.#onMap(this.#operations.isEmpty, options) as Promise<boolean>;
  }

  clear(options?: CallOptions): Promise<void> {
    return this.#onMap(this.#operations.clear, options) as Promise<void>;
  }

  keySet(options?: CallOptions): Promise<K[]> {
    return this.#onMap(this.#operations.keySet, options) as Promise<K[]>;
  }

  values(options?: CallOptions): Promise<ReadOnlyLazyList<V>> {
    return this.#onMap(this.#operations.values, options) as Promise<ReadOnlyLazyList<V>>;
  }

  entrySet(options?: CallOptions): Promise<[K, V][]> {
    return this.#onMap(this.#operations.entrySet, options) as Promise<[K, V][]>;
  }

  keySetWithPredicate(predicate: Predicate, options?: CallOptions): Promise<K[]> {
    return this.#onMatching(this.#operations.keySetWithPredicate, predicate, options) as Promise<K[]>;
  }

  valuesWithPredicate(predicate: Predicate, options?: CallOptions): Promise<ReadOnlyLazyList<V>> {
    const { valuesWithPredicate } = this.#operations;
    return this.#onMatching(valuesWithPredicate, predicate, options) as Promise<ReadOnlyLazyList<V>>;
  }

  entrySetWithPredicate(predicate: Predicate, options?: CallOptions): Promise<[K, V][]> {
    return this.#onMatching(this.#operations.entriesWithPredicate, predicate, options) as Promise<[K, V][]>;
  }

  replace(key: K, value: V, options?: CallOptions): Promise<V | null> {
    if (isMissing(key)) return missing('key');
    if (isMissing(value)) return missing('value');
    return this.#onKey(this.#operations.replace, key, options, value) as Promise<V | null>;
  }

  replaceIfSame(key: K, oldValue: V, newValue: V, options?: CallOptions): Promise<boolean> {
    if (isMissing(key)) return missing('key');
    if (isMissing(oldValue)) return missing('oldValue');
    if (isMissing(newValue)) return missing('newValue');
    return this.#onKey(this.#operations.replaceIfSame, key, options, oldValue, newValue) as Promise<boolean>;
  }

  tryPut(key: K, value: V, timeout: number, options?: CallOptions): Promise<boolean> {
    if (isMissing(key)) return missing('key');
    if (isMissing(value)) return missing('value');
    if (!isDuration(timeout)) return notADuration('timeout', timeout);
    return this.#onKey(this.#operations.tryPut, key, options, value, undefined, timeout) as Promise<boolean>;
  }

  tryRemove(key: K, timeout: number, options?: CallOptions): Promise<boolean> {
    if (isMissing(key)) return missing('key');
    if (!isDuration(timeout)) return notADuration('timeout', timeout);
    return this.#onKey(
      this.#operations.tryRemove,
      key,
      options,
      undefined,
      undefined,
      timeout,
    ) as Promise<boolean>;
  }

  evict(key: K, options?: CallOptions): Promise<boolean> {
    return this.#onKey(this.#operations.evict, key, options) as Promise<boolean>;
  }

  evictAll(options?: CallOptions): Promise<void> {
    return this.#onMap(this.#operations.evictAll, options) as Promise<void>;
  }

  setTtl(key: K, ttl: LongField, options?: CallOptions): Promise<boolean> {
    if (isMissing(key)) return missing('key');
    if (!isDuration(ttl)) return notADuration('ttl', ttl);
    return this.#runtime.invokeOnKey(
      this.#operations.setTtl,
      options,
      key,
      undefined,
      undefined,
      ttl,
    ) as Promise<boolean>;
  }

  getEntryView(key: K, options?: CallOptions): Promise<SimpleEntryView<K, V> | null> {
    return this.#onKey(this.#operations.getEntryView, key, options) as Promise<SimpleEntryView<K, V> | null>;
  }

  /** @param options are refused: see `IMap.lock`. So they are by `tryLock`. */
  lock(key: K, leaseTime: LongField = FOR_EVER, options?: CallOptions): Promise<void> {
    if (isMissing(key)) return missing('key');
    if (!isDuration(leaseTime)) return notADuration('leaseTime', leaseTime);
    return this.#onKey(
      this.#operations.lock,
      key,
      options,
      undefined,
      undefined,
      leaseTime,
      nextLockReference(),
    ) as Promise<void>;
  }

  tryLock(
    key: K,
    timeout: LongField = 0,
    leaseTime: LongField = FOR_EVER,
    options?: CallOptions,
  ): Promise<boolean> {
    if (isMissing(key)) return missing('key');
    if (!isDuration(timeout)) return notADuration('timeout', timeout);
    if (!isDuration(leaseTime)) return notADuration('leaseTime', leaseTime);
    return this.#onKey(
      this.#operations.tryLock,
      key,
      options,
      undefined,
      undefined,
      leaseTime,
      timeout,
      nextLockReference(),
    ) as Promise<boolean>;
  }

  unlock(key: K, options?: CallOptions): Promise<void> {
    return this.#onKey(
      this.#operations.unlock,
      key,
      options,
      undefined,
      undefined,
      nextLockReference(),
    ) as Promise<void>;
  }

  forceUnlock(key: K, options?: CallOptions): Promise<void> {
    if (isMissing(key)) return missing('key');
    return this.#runtime.invokeOnKey(
      this.#operations.forceUnlock,
      options,
      key,
      undefined,
      undefined,
      nextLockReference(),
    ) as Promise<void>;
  }

  isLocked(key: K, options?: CallOptions): Promise<boolean> {
    return this.#onKey(this.#operations.isLocked, key, options) as Promise<boolean>;
  }

  // Async, so that what cannot be serialized or is no listener rejects.
  async addEntryListener(
    listener: MapListener<K, V>,
    key?: K,
    includeValue: boolean = false,
  ): Promise<string> {
    if (key === null) return missing('key');
    const keyData = key === undefined ? undefined : toData(key, this.#newEncoder());
    return this.#listeners.add(listener as MapListener<unknown, unknown>, keyData, undefined, includeValue);
  }

  async addEntryListenerWithPredicate(
    listener: MapListener<K, V>,
    predicate: Predicate,
    key?: K,
    includeValue: boolean = false,
  ): Promise<string> {
    const keyData = isMissing(key) ? undefined : toData(key, this.#newEncoder());
    const condition = this.#condition(predicate);
    return this.#listeners.add(listener as MapListener<unknown, unknown>, keyData, condition, includeValue);
  }

  removeEntryListener(listenerId: string): Promise<boolean> {
    return this.#listeners.remove(listenerId);
  }

  getTransformed<Args extends readonly unknown[], R>(
    key: K,
    transform: Transform<V | null, Args, R>,
    ...args: Args
  ): Promise<R> {
    if (isMissing(key)) return missing('key');
    return this.#transforms.one(key, transform, args) as Promise<R>;
  }

  getAllTransformed<Args extends readonly unknown[], R>(
    keys: readonly K[],
    transform: Transform<V, Args, R>,
    ...args: Args
  ): Promise<[K, R][]> {
    return this.#transforms.all(keys, transform, args) as Promise<[K, R][]>;
  }

  /** On behalf of the current lock context, the first fixed field of these messages. */
  #onKey(
    operation: ObjectOperation,
    key: K,
    options: CallOptions | undefined,
    value1?: V,
    value2?: V,
    fixed1?: LongField,
    fixed2?: LongField,
    fixed3?: LongField,
  ): Promise<unknown> {
    if (isMissing(key)) return missing('key');
    return this.#runtime.invokeOnKey(
      operation,
      options,
      key,
      value1,
      value2,
      currentLockContext(),
      fixed1,
      fixed2,
      fixed3,
    );
  }

  /** Operations whose request is the map's name alone; they go to any member. */
  #onMap(operation: Operation, options: CallOptions | undefined): Promise<unknown> {
    const nameOnly = operation as MapOperations['size'];
    return this.#runtime.invoke(nameOnly, { name: this.#name }, ANY_MEMBER, options);
  }

  #store(
    plain: ObjectOperation,
    withMaxIdle: ObjectOperation,
    key: K,
    value: V,
    ttl: LongField | undefined,
    maxIdle: LongField | undefined,
    options: CallOptions | undefined,
  ): Promise<unknown> {
    if (isMissing(key)) return missing('key');
    if (isMissing(value)) return missing('value');
    if (ttl !== undefined && !isDuration(ttl)) return notADuration('ttl', ttl);
    if (maxIdle !== undefined && !isDuration(maxIdle)) return notADuration('maxIdle', maxIdle);
    return this.#onKey(
      maxIdle === undefined ? plain : withMaxIdle,
      key,
      options,
      value,
      undefined,
      ttl ?? AS_CONFIGURED,
      maxIdle ?? AS_CONFIGURED,
    );
  }

  async #putAll(
    operation: PartOperation,
    pairs: readonly (readonly [K, V])[],
    options: CallOptions | undefined,
  ): Promise<void> {
    if (!Array.isArray(pairs)) throw new IllegalArgumentError(`pairs must be an array, got ${String(pairs)}`);
    const parts = this.#parts(operation, 2 * pairs.length);
    for (const pair of pairs as readonly (readonly [K, V])[]) {
      if (!Array.isArray(pair) || pair.length !== 2) {
        throw new IllegalArgumentError(
          `each of the pairs must be an array of key and value, got ${String(pair)}`,
        );
      }
      if (isMissing(pair[0])) return missing('key');
      if (isMissing(pair[1])) return missing('value');
      parts.addPair(pair[0], pair[1], this.#runtime.partitionCount);
    }
    // As a unit: either every part is admitted or none is sent.
    const { requests } = parts;
    this.#runtime.checkRoom(
      requests.length,
      requests.reduce((bytes, { length }) => bytes + length, 0),
    );
    await this.#runtime.invokeParts(parts, options, false);
  }

  #parts(operation: PartOperation, objects: number): PartRequests {
    return new PartRequests(operation, this.#context.serialization, objects);
  }

  /** Operations whose request is the map's name and a predicate. Async, so that what is no predicate rejects. */
  async #onMatching(
    operation: Operation,
    predicate: Predicate,
    options: CallOptions | undefined,
  ): Promise<unknown> {
    const withPredicate = operation as MapOperations['keySetWithPredicate'];
    const values = { name: this.#name, predicate: this.#condition(predicate) };
    return this.#runtime.invoke(withPredicate, values, ANY_MEMBER, options);
  }

  #condition(predicate: Predicate): Buffer {
    if (!isPredicate(predicate)) {
      throw new IllegalArgumentError(`the predicate must be one of Predicates, got ${describe(predicate)}`);
    }
    return toData(predicate, this.#newEncoder());
  }

  /** One a call: user code of what it serializes may use this map again. */
  #newEncoder(): DataEncoder {
    return new DataEncoder(this.#context.serialization);
  }
}
