import type { messages, MessageSpec } from '@offloop/wire';
import type { CallOptions } from '../calls/call-options.js';
import { Operation, operation, type Stored } from '../calls/operation.js';
import type { Fields } from '../calls/requests/arguments.js';
import type { IllegalArgumentError } from '@offloop/values';
import { mustBe } from '../errors/must-be.js';
import { isMissing, missing } from './argument-checks.js';
import { BaseProxy, type ProxyContext } from './base-proxy.js';
import type { DistributedCollection } from './distributed-collection.js';
import { checkItemListener, deliverItem, type AddItemListener } from './listeners/item-events.js';
import type { ItemListener } from './listeners/item-listener.js';
import type { ListenerMessages } from './listeners/listen.js';

type NoFields = Readonly<Record<string, never>>;

// An interface could be extended elsewhere, so it is not assignable to `Fields`.
// oxlint-disable-next-line typescript/consistent-type-definitions
type ItemFields = { readonly value: unknown };

/** An operation of many items, and the name of the field that its message has them in. */
interface ItemsOperation {
  readonly operation: Operation<Fields, boolean>;
  readonly field: string;
}

/** The messages of a service whose objects hold items. */
interface CollectionOperations {
  readonly addAll: ItemsOperation;
  readonly remove: Operation<ItemFields, boolean>;
  readonly removeAll: ItemsOperation;
  readonly retainAll: ItemsOperation;
  readonly contains: Operation<ItemFields, boolean>;
  readonly containsAll: ItemsOperation;
  readonly clear: Operation<NoFields, void>;
  readonly isEmpty: Operation<NoFields, boolean>;
  readonly size: Operation<NoFields, number>;
  readonly toArray: Operation<NoFields, Stored[]>;
}

type AnyCollection = typeof messages.list | typeof messages.queue | typeof messages.set;

/** Makes the operations that lists, queues and sets share. @param toArray returns every item. */
export function collectionOperations(
  service: AnyCollection,
  toArray: CollectionOperations['toArray'],
): CollectionOperations {
  return {
    addAll: itemsOperation(service.addAll),
    remove: operation(service.remove),
    removeAll: itemsOperation(service.compareAndRemoveAll),
    retainAll: itemsOperation(service.compareAndRetainAll),
    contains: operation(service.contains),
    containsAll: itemsOperation(service.containsAll),
    clear: operation(service.clear),
    isEmpty: operation(service.isEmpty),
    size: operation(service.size),
    toArray,
  };
}

/** Makes an operation of many items, whatever the name of their field in the message. */
function itemsOperation(
  spec: MessageSpec & { readonly response: readonly [readonly ['response', 'boolean']] },
): ItemsOperation {
  const field = spec.request.find(([, type]) => type === 'List_Data');
  if (field === undefined) throw new TypeError(`message 0x${spec.id.toString(16)} has no items`);
  return { operation: new Operation(spec), field: field[0] };
}

/** Proxy of a collection: the common part of lists, queues and sets. */
export abstract class CollectionProxy<E> extends BaseProxy implements DistributedCollection<E> {
  readonly #operations: CollectionOperations;
  readonly #listeners: ListenerMessages<AddItemListener>;

  constructor(
    serviceName: string,
    name: string,
    context: ProxyContext,
    operations: CollectionOperations,
    listeners: ListenerMessages<AddItemListener>,
  ) {
    super(serviceName, name, context);
    this.#operations = operations;
    this.#listeners = listeners;
  }

  addAll(items: readonly E[], options?: CallOptions): Promise<boolean> {
    return this.#invokeWith(this.#operations.addAll, items, options);
  }

  remove(item: E, options?: CallOptions): Promise<boolean> {
    if (isMissing(item)) return this.refuse(missing('item'));
    return this.invoke(this.#operations.remove, { value: item }, options);
  }

  removeAll(items: readonly E[], options?: CallOptions): Promise<boolean> {
    return this.#invokeWith(this.#operations.removeAll, items, options);
  }

  retainAll(items: readonly E[], options?: CallOptions): Promise<boolean> {
    return this.#invokeWith(this.#operations.retainAll, items, options);
  }

  contains(item: E, options?: CallOptions): Promise<boolean> {
    if (isMissing(item)) return this.refuse(missing('item'));
    return this.invoke(this.#operations.contains, { value: item }, options);
  }

  containsAll(items: readonly E[], options?: CallOptions): Promise<boolean> {
    return this.#invokeWith(this.#operations.containsAll, items, options);
  }

  clear(options?: CallOptions): Promise<void> {
    return this.invoke(this.#operations.clear, {}, options);
  }

  isEmpty(options?: CallOptions): Promise<boolean> {
    return this.invoke(this.#operations.isEmpty, {}, options);
  }

  size(options?: CallOptions): Promise<number> {
    return this.invoke(this.#operations.size, {}, options);
  }

  toArray(options?: CallOptions): Promise<E[]> {
    return this.invoke(this.#operations.toArray, {}, options);
  }

  // Async, so that a wrong listener rejects.
  async addItemListener(listener: ItemListener<E>, includeValue: boolean = false): Promise<string> {
    this.checkActive();
    checkItemListener(listener);
    return this.listen(this.#listeners, { includeValue }, 'Item', (event, valueOf) =>
      deliverItem(listener, this.getName(), event, valueOf, this.context),
    );
  }

  removeItemListener(registrationId: string): Promise<boolean> {
    return this.context.listeners.remove(registrationId);
  }

  #invokeWith(
    { operation: ofItems, field }: ItemsOperation,
    items: readonly unknown[],
    options: CallOptions | undefined,
  ): Promise<boolean> {
    const wrong = wrongItems(items);
    return wrong === undefined ? this.invoke(ofItems, { [field]: items }, options) : this.refuse(wrong);
  }
}

/** Returns the error for `items` that are not an array without null and undefined; undefined when they are. */
export function wrongItems(items: unknown): IllegalArgumentError | undefined {
  if (!Array.isArray(items)) return mustBe('items', 'an array', items);
  const index = items.findIndex(isMissing);
  return index < 0 ? undefined : missing(`items[${index}]`);
}
