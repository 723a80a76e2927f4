import { setMessages } from '@offloop/wire/protocol';
import type { CallOptions } from '../calls/call-options.js';
import { ListShape } from '../calls/completions/list-result.js';
import { listOperation, operation } from '../calls/operation.js';
import { isMissing, missing } from '../objects/argument-checks.js';
import { CollectionProxy, itemsOperation, type CollectionOperations } from '../objects/collection-proxy.js';
import type { ItemListener } from '../objects/listeners/item-listener.js';
import type { ProxyContext } from '../objects/proxy-context.js';
import type { Service } from '../objects/proxy-registry.js';
import type { ISet } from './iset.js';

const m = { add: operation(setMessages.add) };

const operations: CollectionOperations = {
  addAll: itemsOperation(setMessages.addAll),
  remove: operation(setMessages.remove),
  removeAll: itemsOperation(setMessages.compareAndRemoveAll),
  retainAll: itemsOperation(setMessages.compareAndRetainAll),
  contains: operation(setMessages.contains),
  containsAll: itemsOperation(setMessages.containsAll),
  clear: operation(setMessages.clear),
  isEmpty: operation(setMessages.isEmpty),
  size: operation(setMessages.size),
  toArray: listOperation(setMessages.getAll, ListShape.ITEMS),
};

const listeners = { add: setMessages.addListener, remove: setMessages.removeListener };

export const setService: Service<SetProxy<never>> = {
  name: 'hz:impl:setService',
  kind: 'set',
  createProxy: (name, context) => new SetProxy(name, context),
};

/** The caller's end of one distributed set. */
export class SetProxy<E> extends CollectionProxy<E> implements ISet<E> {
  constructor(name: string, context: ProxyContext) {
    super(setService.name, name, context, operations, listeners);
  }

  add(item: E, options?: CallOptions): Promise<boolean> {
    if (isMissing(item)) return missing('item');
    return this.invoke(m.add, { value: item }, options);
  }

  /** Unlike its sisters, it tells of the items unless it is told not to: so does the official client. */
  override addItemListener(listener: ItemListener<E>, includeValue: boolean = true): Promise<string> {
    return super.addItemListener(listener, includeValue);
  }
}
