import { messages } from '@offloop/wire';
import type { CallOptions } from '../calls/call-options.js';
import { ListShape } from '../calls/completions/list-result.js';
import { listOperation, operation } from '../calls/operation.js';
import { isMissing, missing } from '../objects/argument-checks.js';
import { CollectionProxy, collectionOperations } from '../objects/collection-proxy.js';
import type { ItemListener } from '../objects/listeners/item-listener.js';
import type { ProxyContext } from '../objects/base-proxy.js';
import type { Service } from '../objects/proxy-registry.js';
import type { ISet } from './iset.js';

const m = {
  add: operation(messages.set.add),
};

const operations = collectionOperations(messages.set, listOperation(messages.set.getAll, ListShape.ITEMS));

const listeners = { add: messages.set.addListener, remove: messages.set.removeListener };

export const setService: Service<SetProxy<never>> = {
  name: 'hz:impl:setService',
  kind: 'set',
  createProxy: (name, context) => new SetProxy(name, context),
};

class SetProxy<E> extends CollectionProxy<E> implements ISet<E> {
  constructor(name: string, context: ProxyContext) {
    super(setService.name, name, context, operations, listeners);
  }

  add(item: E, options?: CallOptions): Promise<boolean> {
    if (isMissing(item)) return this.refuse(missing('item'));
    return this.invoke(m.add, { value: item }, options);
  }

  /** Registers a listener. Unlike those of lists and queues, events carry the item by default, as in the official client. */
  override addItemListener(listener: ItemListener<E>, includeValue: boolean = true): Promise<string> {
    return super.addItemListener(listener, includeValue);
  }
}
