import { messages } from '@offloop/wire';
import { mustBe } from '../errors/must-be.js';
import type { CallOptions } from '../calls/call-options.js';
import { ListShape } from '../calls/completions/list-result.js';
import { inParts, listOperation, operation } from '../calls/operation.js';
import { isMissing, missing } from '../objects/argument-checks.js';
import { checkListener, deliver, type EntryMessage } from '../objects/listeners/entry-events.js';
import type { OnDecoded } from '../objects/listeners/listen.js';
import type { EntryListener } from '../objects/listeners/entry-listener.js';
import { currentLockContext } from '../objects/lock-context.js';
import { LockableProxy, lockOperations } from '../objects/lockable-proxy.js';
import type { ProxyContext } from '../objects/base-proxy.js';
import type { Service } from '../objects/proxy-registry.js';
import type { ReadOnlyLazyList } from '../calls/completions/read-only-lazy-list.js';
import type { MultiMap } from './multi-map.js';

const m = {
  put: operation(messages.multiMap.put),
  get: listOperation(messages.multiMap.get, ListShape.LAZY),
  removeEntry: operation(messages.multiMap.removeEntry),
  remove: listOperation(messages.multiMap.remove, ListShape.LAZY),
  keySet: listOperation(messages.multiMap.keySet, ListShape.ITEMS),
  values: listOperation(messages.multiMap.values, ListShape.LAZY),
  entrySet: listOperation(messages.multiMap.entrySet, ListShape.ENTRIES),
  containsKey: operation(messages.multiMap.containsKey),
  containsValue: operation(messages.multiMap.containsValue),
  containsEntry: operation(messages.multiMap.containsEntry),
  size: operation(messages.multiMap.size),
  clear: operation(messages.multiMap.clear),
  valueCount: operation(messages.multiMap.valueCount),
  putAll: inParts(operation(messages.multiMap.putAll)),
};

const locks = lockOperations(messages.multiMap);

const { removeEntryListener: remove } = messages.multiMap;
const listeners = {
  all: { add: messages.multiMap.addEntryListener, remove },
  ofKey: { add: messages.multiMap.addEntryListenerToKey, remove },
};

export const multiMapService: Service<MultiMapProxy<never, never>> = {
  name: 'hz:impl:multiMapService',
  kind: 'multimap',
  createProxy: (name, context) => new MultiMapProxy(name, context),
};

class MultiMapProxy<K, V> extends LockableProxy<K> implements MultiMap<K, V> {
  constructor(name: string, context: ProxyContext) {
    super(multiMapService.name, name, context, locks);
  }

  put(key: K, value: V, options?: CallOptions): Promise<boolean> {
    if (isMissing(key)) return this.refuse(missing('key'));
    if (isMissing(value)) return this.refuse(missing('value'));
    return this.invoke(m.put, { key, value, threadId: currentLockContext() }, options);
  }

  get(key: K, options?: CallOptions): Promise<ReadOnlyLazyList<V>> {
    if (isMissing(key)) return this.refuse(missing('key'));
    return this.invoke(m.get, { key, threadId: currentLockContext() }, options);
  }

  remove(key: K, value: V, options?: CallOptions): Promise<boolean> {
    if (isMissing(key)) return this.refuse(missing('key'));
    if (isMissing(value)) return this.refuse(missing('value'));
    return this.invoke(m.removeEntry, { key, value, threadId: currentLockContext() }, options);
  }

  removeAll(key: K, options?: CallOptions): Promise<ReadOnlyLazyList<V>> {
    if (isMissing(key)) return this.refuse(missing('key'));
    return this.invoke(m.remove, { key, threadId: currentLockContext() }, options);
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

  containsKey(key: K, options?: CallOptions): Promise<boolean> {
    if (isMissing(key)) return this.refuse(missing('key'));
    return this.invoke(m.containsKey, { key, threadId: currentLockContext() }, options);
  }

  containsValue(value: V, options?: CallOptions): Promise<boolean> {
    if (isMissing(value)) return this.refuse(missing('value'));
    return this.invoke(m.containsValue, { value }, options);
  }

  containsEntry(key: K, value: V, options?: CallOptions): Promise<boolean> {
    if (isMissing(key)) return this.refuse(missing('key'));
    if (isMissing(value)) return this.refuse(missing('value'));
    return this.invoke(m.containsEntry, { key, value, threadId: currentLockContext() }, options);
  }

  size(options?: CallOptions): Promise<number> {
    return this.invoke(m.size, {}, options);
  }

  clear(options?: CallOptions): Promise<void> {
    return this.invoke(m.clear, {}, options);
  }

  valueCount(key: K, options?: CallOptions): Promise<number> {
    if (isMissing(key)) return this.refuse(missing('key'));
    return this.invoke(m.valueCount, { key, threadId: currentLockContext() }, options);
  }

  // Async, so that an invalid listener rejects.
  async addEntryListener(
    listener: EntryListener<K, V>,
    key?: K,
    includeValue: boolean = true,
  ): Promise<string> {
    this.checkActive();
    if (key === null) return this.refuse(missing('key'));
    checkListener(listener);
    const tell: OnDecoded<EntryMessage> = (event, valueOf) =>
      deliver(listener, this.getName(), event, valueOf, this.context);
    return key === undefined
      ? this.listen(listeners.all, { includeValue }, 'Entry', tell)
      : this.listen(listeners.ofKey, { key, includeValue }, 'Entry', tell);
  }

  removeEntryListener(listenerId: string): Promise<boolean> {
    return this.context.listeners.remove(listenerId);
  }

  putAll(pairs: readonly (readonly [K, readonly V[]])[], options?: CallOptions): Promise<void> {
    const { invoker } = this.context;
    return this.putPairs(m.putAll, {}, pairs, options, (parts) => (key, values) => {
      checkValues(values);
      parts.addListed(key, values, invoker.partitionCount);
    });
  }
}

/** Throws IllegalArgumentError unless the argument is an array of values that can be stored. */
function checkValues(values: unknown): void {
  if (!Array.isArray(values)) {
    throw mustBe('the values of a key', 'an array', values);
  }
  if (values.some(isMissing)) throw missing('value');
}
