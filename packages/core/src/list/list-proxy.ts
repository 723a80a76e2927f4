import { messages } from '@offloop/wire';
import type { CallOptions } from '../calls/call-options.js';
import { ListShape } from '../calls/completions/list-result.js';
import { listOperation, operation } from '../calls/operation.js';
import { isInt32, isMissing, missing, notAnInt32 } from '../objects/argument-checks.js';
import { CollectionProxy, collectionOperations, wrongItems } from '../objects/collection-proxy.js';
import type { ProxyContext } from '../objects/base-proxy.js';
import type { Service } from '../objects/proxy-registry.js';
import type { ReadOnlyLazyList } from '../calls/completions/read-only-lazy-list.js';
import type { IList } from './ilist.js';

const m = {
  add: operation(messages.list.add),
  addWithIndex: operation(messages.list.addWithIndex),
  addAllWithIndex: operation(messages.list.addAllWithIndex),
  get: operation(messages.list.get),
  set: operation(messages.list.set),
  removeWithIndex: operation(messages.list.removeWithIndex),
  indexOf: operation(messages.list.indexOf),
  lastIndexOf: operation(messages.list.lastIndexOf),
  sub: listOperation(messages.list.sub, ListShape.LAZY),
};

const operations = collectionOperations(messages.list, listOperation(messages.list.getAll, ListShape.ITEMS));

const listeners = { add: messages.list.addListener, remove: messages.list.removeListener };

export const listService: Service<ListProxy<never>> = {
  name: 'hz:impl:listService',
  kind: 'list',
  createProxy: (name, context) => new ListProxy(name, context),
};

class ListProxy<E> extends CollectionProxy<E> implements IList<E> {
  constructor(name: string, context: ProxyContext) {
    super(listService.name, name, context, operations, listeners);
  }

  add(element: E, options?: CallOptions): Promise<boolean> {
    if (isMissing(element)) return this.refuse(missing('element'));
    return this.invoke(m.add, { value: element }, options);
  }

  addAt(index: number, element: E, options?: CallOptions): Promise<void> {
    if (!isInt32(index)) return this.refuse(notAnInt32('index', index));
    if (isMissing(element)) return this.refuse(missing('element'));
    return this.invoke(m.addWithIndex, { index, value: element }, options);
  }

  addAllAt(index: number, elements: readonly E[], options?: CallOptions): Promise<boolean> {
    if (!isInt32(index)) return this.refuse(notAnInt32('index', index));
    const wrong = wrongItems(elements);
    if (wrong !== undefined) return this.refuse(wrong);
    return this.invoke(m.addAllWithIndex, { index, valueList: elements }, options);
  }

  get(index: number, options?: CallOptions): Promise<E> {
    if (!isInt32(index)) return this.refuse(notAnInt32('index', index));
    return this.invoke(m.get, { index }, options);
  }

  set(index: number, element: E, options?: CallOptions): Promise<E> {
    if (!isInt32(index)) return this.refuse(notAnInt32('index', index));
    if (isMissing(element)) return this.refuse(missing('element'));
    return this.invoke(m.set, { index, value: element }, options);
  }

  removeAt(index: number, options?: CallOptions): Promise<E> {
    if (!isInt32(index)) return this.refuse(notAnInt32('index', index));
    return this.invoke(m.removeWithIndex, { index }, options);
  }

  indexOf(element: E, options?: CallOptions): Promise<number> {
    if (isMissing(element)) return this.refuse(missing('element'));
    return this.invoke(m.indexOf, { value: element }, options);
  }

  lastIndexOf(element: E, options?: CallOptions): Promise<number> {
    if (isMissing(element)) return this.refuse(missing('element'));
    return this.invoke(m.lastIndexOf, { value: element }, options);
  }

  subList(start: number, end: number, options?: CallOptions): Promise<ReadOnlyLazyList<E>> {
    if (!isInt32(start)) return this.refuse(notAnInt32('start', start));
    if (!isInt32(end)) return this.refuse(notAnInt32('end', end));
    return this.invoke(m.sub, { from: start, to: end }, options);
  }
}
