import { messages } from '@offloop/wire';
import { limitsOf, type CallOptions } from '../calls/call-options.js';
import { decodedOperation, inParts, type Operation, type PartOperation } from '../calls/operation.js';
import type { Fields, LongField } from '../calls/requests/arguments.js';
import { preparedAfter } from '../calls/schemas/prepared.js';
import { doRest, doSlice } from '../calls/slices.js';
import { BackpressureError, ClientOfflineError } from '../errors/own-errors.js';
import type { NearCacheRecord } from './near-cache/eviction-order.js';
import { KeySerializer } from './near-cache/key-serializer.js';
import type { NearCache, Reservation } from './near-cache/near-cache.js';
import type { NearCacheStats } from './near-cache/near-cache-store.js';
import type { NearCaches } from './near-cache/near-caches.js';
import { assertPairs, isMissing } from '../objects/argument-checks.js';
import { type DataDecoder, keyIdentity, type SerializedData } from '@offloop/values';
import { MapProxy, type MapContext } from './map-proxy.js';

interface Answer {
  readonly value: unknown;
  /** The form of it that the near cache keeps. */
  readonly kept: unknown;
  /** Length of the value in bytes, as serialized. */
  readonly bytes: number;
}

interface EntryAnswer extends Answer {
  readonly key: unknown;
  readonly identity: string;
}

interface Reads {
  readonly get: Operation<{ readonly key: unknown; readonly threadId: LongField }, Answer>;
  readonly getAll: PartOperation<Fields, EntryAnswer[]>;
}

const NOTHING: Answer = { value: null, kept: null, bytes: 0 };

const reads = { binary: readsOf(true), object: readsOf(false) };

/**
 * Proxy of a map that has a near cache. All methods of a map call {@link invoke}: there a read is answered from the near cache,
 * and a change drops the entries that it may have changed, before it is sent and when it is answered.
 */
export class NearCachedMap<K, V> extends MapProxy<K, V> {
  readonly #nearCaches: NearCaches;
  /** The near cache that was made with this proxy. */
  readonly #own: NearCache;
  readonly #keys: KeySerializer;
  readonly #reads: Reads;

  constructor(name: string, context: MapContext) {
    super(name, context);
    this.#nearCaches = context.nearCaches;
    this.#own = this.#nearCaches.open(this.objectName);
    this.#keys = new KeySerializer(context.serialization);
    this.#reads = this.#own.isBinary ? reads.binary : reads.object;
  }

  /** Makes a proxy whose first read may be kept. */
  static async open(name: string, context: MapContext): Promise<NearCachedMap<never, never>> {
    const map = new NearCachedMap<never, never>(name, context);
    await context.nearCaches.opened(map.objectName);
    return map;
  }

  /** The map's near cache. Once this proxy was destroyed, that may be the one of a proxy made later: both are of one map. */
  get #cache(): NearCache {
    return this.#own.isClosed ? (this.#nearCaches.present(this.objectName) ?? this.#own) : this.#own;
  }

  /** What programs ask the official client's near caches for, although its types do not have it. */
  get nearCache(): { getStatistics(): NearCacheStats } {
    return { getStatistics: () => this.#cache.stats };
  }

  override async destroy(): Promise<void> {
    await this.#nearCaches.close(this.#own);
    // A proxy made later reads what this one does.
    await this.#changing(undefined, super.destroy());
  }

  override getAll(keys: readonly K[], options?: CallOptions): Promise<[K, V][]> {
    if (!Array.isArray(keys) || keys.some(isMissing)) return super.getAll(keys, options);
    const found: [K, V][] = [];
    const identities = new Set<string>();
    const asked: SerializedData[] = [];
    const reserved = new Map<string, Reservation>();
    const cache = this.#cache;
    try {
      if (options !== undefined) limitsOf(options, this.#reads.getAll);
      for (const key of keys) {
        const identity = this.#keys.serialize(key);
        // A key that is given twice is in the result once, as with members.
        if (identities.has(identity)) continue;
        identities.add(identity);
        const record = cache.read(identity);
        if (record === undefined) {
          asked.push(this.#keys.data);
          const reservation = this.#reserve(cache, identity);
          if (reservation !== undefined) reserved.set(identity, reservation);
        } else if (record.value !== null) {
          found.push([this.#ownKey(key), this.#valueOf(record) as V]);
        }
      }
    } catch (error) {
      for (const reservation of reserved.values()) cache.release(reservation);
      return this.#again(error, options, (left) => this.getAll(keys, left));
    }
    return asked.length === 0 ? Promise.resolve(found) : this.#askAll(asked, cache, reserved, found, options);
  }

  override putAll(pairs: readonly (readonly [K, V])[], options?: CallOptions): Promise<void> {
    assertPairs(pairs);
    return this.#change(pairs, options, (given, left) => super.putAll(given, left));
  }

  override setAll(pairs: readonly (readonly [K, V])[], options?: CallOptions): Promise<void> {
    assertPairs(pairs);
    return this.#change(pairs, options, (given, left) => super.setAll(given, left));
  }

  protected override invoke<A extends Fields, R>(
    operation: Operation<A, R>,
    fields: NoInfer<A>,
    options?: CallOptions,
  ): Promise<R> {
    const { spec } = operation;
    try {
      if (spec === messages.map.get || spec === messages.map.containsKey)
        return this.#read(operation, fields, options);
      if (spec.effect === 'reads') return super.invoke(operation, fields, options);
      // A call that locks drops the entry too: a value read under the lock must be the present one.
      return this.#write(operation, fields, options);
    } catch (error) {
      return this.#again(error, options, (left) => this.invoke(operation, fields, left));
    }
  }

  /** Reads a key. Throws if it cannot be serialized, for wrong options, and SchemaAbsent. */
  #read<A extends Fields, R>(
    operation: Operation<A, R>,
    fields: A,
    options: CallOptions | undefined,
  ): Promise<R> {
    const isGet = operation.spec === messages.map.get;
    if (options !== undefined) limitsOf(options, operation);
    const identity = this.#keys.serialize(fields['key']);
    const record = this.#cache.read(identity);
    // TRUSTED: the value was the result of this call before.
    if (record !== undefined)
      return Promise.resolve((isGet ? this.#valueOf(record) : record.value !== null) as R);
    const key = this.#keys.data;
    if (!isGet) return super.invoke(operation, { ...fields, key }, options);
    return this.#ask(identity, key, fields['threadId'] as LongField, options) as Promise<R>;
  }

  async #ask(
    identity: string,
    key: SerializedData,
    threadId: LongField,
    options: CallOptions | undefined,
  ): Promise<unknown> {
    const cache = this.#cache;
    const reservation = this.#reserve(cache, identity);
    try {
      const { value, kept, bytes } = await super.invoke(this.#reads.get, { key, threadId }, options);
      if (reservation !== undefined) cache.publish(reservation, kept, identity.length + bytes);
      return value;
    } catch (error) {
      if (reservation !== undefined) cache.release(reservation);
      throw error;
    }
  }

  async #askAll(
    keys: readonly SerializedData[],
    cache: NearCache,
    reserved: ReadonlyMap<string, Reservation>,
    found: [K, V][],
    options: CallOptions | undefined,
  ): Promise<[K, V][]> {
    const { invoker } = this.context;
    try {
      const parts = this.parts(this.#reads.getAll, {}, keys.length);
      for (const key of keys) parts.addKey(key, invoker.partitionCount);
      const answers = await invoker.parts.invoke(parts, options);
      const step = (index: number): number => {
        for (const { key, identity, value, kept, bytes } of answers[index]) {
          const reservation = reserved.get(identity);
          if (reservation !== undefined) cache.publish(reservation, kept, identity.length + bytes);
          found.push([key as K, value as V]);
        }
        return answers[index].length;
      };
      const work = { steps: answers.length, stride: 256, step };
      await doRest(work, doSlice(work, 0));
      return found;
    } finally {
      // Keys without an entry, and all of them where the call failed.
      for (const reservation of reserved.values()) cache.release(reservation);
    }
  }

  /** Changes an entry, or all. Throws if the key cannot be serialized. */
  #write<A extends Fields, R>(
    operation: Operation<A, R>,
    fields: A,
    options: CallOptions | undefined,
  ): Promise<R> {
    const { key } = fields;
    if (key === undefined) return this.#changing(undefined, super.invoke(operation, fields, options));
    const identity = this.#keys.serialize(key);
    const changed = super.invoke(operation, { ...fields, key: this.#keys.data }, options);
    return this.#changing([identity], changed);
  }

  /** Drops entries while they are changed: now, and when the call has settled. @param identities of their keys; undefined: all. */
  async #changing<R>(identities: readonly string[] | undefined, changed: Promise<R>): Promise<R> {
    this.#drop(identities);
    try {
      return await changed;
    } catch (error) {
      // What failed here may still happen there, unless it was not sent.
      if (!isUnsent(error, identities)) {
        for (const identity of identities ?? [undefined])
          this.#nearCaches.onFailedChange(this.objectName, identity);
      }
      throw error;
    } finally {
      this.#drop(identities);
    }
  }

  #drop(identities: readonly string[] | undefined): void {
    const cache = this.#cache;
    if (identities === undefined) cache.clear();
    else for (const identity of identities) cache.invalidate(identity);
  }

  /** Changes the entries of many keys. */
  #change(
    pairs: readonly (readonly [K, V])[],
    options: CallOptions | undefined,
    put: (pairs: readonly (readonly [K, V])[], options: CallOptions | undefined) => Promise<void>,
  ): Promise<void> {
    if (!Array.isArray(pairs)) return put(pairs, options);
    const identities: string[] = [];
    let given: readonly (readonly [K, V])[];
    try {
      given = pairs.map((pair: readonly [K, V]) => {
        // `put` throws for a pair that is wrong.
        if (!Array.isArray(pair) || pair.length !== 2 || isMissing(pair[0])) return pair;
        identities.push(this.#keys.serialize(pair[0]));
        // TRUSTED: it stands for a key, wherever keys are serialized.
        return [this.#keys.data as K, pair[1]];
      });
    } catch (error) {
      return this.#again(error, options, (left) => this.#change(pairs, left, put));
    }
    return this.#changing(identities, put(given, options));
  }

  /** Continues a call whose arguments could not be serialized: see {@link preparedAfter}. */
  #again<R>(
    reason: unknown,
    options: CallOptions | undefined,
    make: (left: CallOptions | undefined) => Promise<R>,
  ): Promise<R> {
    const refusal = this.context.invoker.refusal();
    return refusal === undefined ? preparedAfter(reason, options, make) : Promise.reject(refusal);
  }

  #reserve(cache: NearCache, identity: string): Reservation | undefined {
    return cache.reserve(identity, this.#keys.partitionId(this.context.invoker.partitionCount));
  }

  /** Returns a record's value in the form for callers. May throw SchemaAbsent. */
  #valueOf({ value }: NearCacheRecord): unknown {
    if (!this.#own.isBinary || typeof value !== 'object' || value === null) return value;
    const bytes = value as Buffer;
    return this.context.decoder.decodeData(bytes, 0, bytes.length);
  }

  /** Returns a copy of a key for a result: like a key from a member, it must not be the object that the caller gave. */
  #ownKey(key: K): K {
    if (typeof key !== 'object') return key;
    const bytes = this.#keys.data.toBuffer();
    return this.context.decoder.decodeData(bytes, 0, bytes.length) as K;
  }
}

/**
 * Returns true if nothing of a change was sent. Of many keys, the error is that of one request; others may have been sent. All are
 * admitted or none, though.
 */
function isUnsent(error: unknown, identities: readonly string[] | undefined): boolean {
  if (error instanceof BackpressureError) return true;
  return error instanceof ClientOfflineError && (identities === undefined || identities.length === 1);
}

/** Makes the reads whose answers are to be kept. @param isBinary true if they are kept as bytes. */
function readsOf(isBinary: boolean): Reads {
  const answer = (data: Buffer, decoder: DataDecoder): Answer => {
    const value = decoder.decodeData(data, 0, data.length);
    // A value that cannot be changed is shared: that makes no difference, and it need not be decoded again.
    const isShared = !isBinary || typeof value !== 'object' || value === null;
    return { value, kept: isShared ? value : copyOf(data), bytes: data.length };
  };
  return {
    get: decodedOperation(messages.map.get, ({ response }, decoder) =>
      response === null ? NOTHING : answer(response, decoder),
    ),
    getAll: inParts(
      decodedOperation(messages.map.getAll, ({ response }, decoder) =>
        response.map(([key, value]) => ({
          ...answer(value, decoder),
          key: decoder.decodeData(key, 0, key.length),
          identity: keyIdentity(key, 0, key.length),
        })),
      ),
    ),
  };
}

/** Copies bytes to memory outside Node.js's pool, of which one small value would keep 8 KB alive. */
function copyOf(data: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(data.length);
  data.copy(copy);
  return copy;
}
