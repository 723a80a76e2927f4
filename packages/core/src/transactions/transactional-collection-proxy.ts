import { RequestFlag } from '@offloop/contract';
import type { ObjectName } from '../calls/requests/object-name.js';
import { messages } from '@offloop/wire';
import { isMissing, missing } from '../objects/argument-checks.js';
import { operation } from '../calls/operation.js';
import { TransactionalProxy, type TransactionCalls } from './transactional-proxy.js';
import type { TransactionalList, TransactionalSet } from './transactional-collection.js';

const list = operationsOf(messages.transactionalList);
const set = operationsOf(messages.transactionalSet);

type CollectionOperations = ReturnType<typeof operationsOf>;

function operationsOf(spec: typeof messages.transactionalList | typeof messages.transactionalSet) {
  return {
    add: operation(spec.add, RequestFlag.CONNECTION),
    remove: operation(spec.remove, RequestFlag.CONNECTION),
    size: operation(spec.size, RequestFlag.CONNECTION),
  };
}

class TransactionalCollectionProxy<E>
  extends TransactionalProxy
  implements TransactionalList<E>, TransactionalSet<E>
{
  readonly #operations: CollectionOperations;

  constructor(name: ObjectName, calls: TransactionCalls, operations: CollectionOperations) {
    super(name, calls);
    this.#operations = operations;
  }

  add(item: E): Promise<boolean> {
    if (isMissing(item)) return this.refuse(missing('item'));
    return this.invoke(this.#operations.add, { item });
  }

  remove(item: E): Promise<boolean> {
    if (isMissing(item)) return this.refuse(missing('item'));
    return this.invoke(this.#operations.remove, { item });
  }

  size(): Promise<number> {
    return this.invoke(this.#operations.size, {});
  }
}

export function transactionalList<E>(name: ObjectName, calls: TransactionCalls): TransactionalList<E> {
  return new TransactionalCollectionProxy(name, calls, list);
}

export function transactionalSet<E>(name: ObjectName, calls: TransactionCalls): TransactionalSet<E> {
  return new TransactionalCollectionProxy(name, calls, set);
}
