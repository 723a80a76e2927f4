import type { SerializationSettings } from '@offloop/values';
import type { Operation } from '../calls/operation.js';
import type { ObjectName } from '../calls/requests/object-name.js';
import type { Fields } from '../calls/requests/arguments.js';
import type { TransactionalObject } from './transactional-object.js';

/** Makes the calls of a context's objects, in the transaction that is active. */
export interface TransactionCalls {
  readonly serialization: SerializationSettings;
  /** Rejects with TransactionNotActiveError where none is. The fields of the transaction are added. */
  call<R>(operation: Operation<never, R>, name: ObjectName, fields: Fields): Promise<R>;
  /** See `Invoker.refuse`. */
  refuse(error: Error): Promise<never>;
  /** See `Invoker.checkReady`. */
  checkReady(): void;
}

/** Fields of a message that the object's method gives: all but those of the transaction. */
type Given<A> = Omit<A, 'txnId' | 'threadId'>;

/** Proxy of an object in the transactions of a context, one after the other. */
export abstract class TransactionalProxy implements TransactionalObject {
  readonly #name: ObjectName;
  readonly #calls: TransactionCalls;

  constructor(name: ObjectName, calls: TransactionCalls) {
    this.#name = name;
    this.#calls = calls;
  }

  getName(): string {
    return this.#name.text;
  }

  protected invoke<A extends Fields, R>(
    operation: Operation<A, R>,
    fields: Given<NoInfer<A>> & Fields,
  ): Promise<R> {
    return this.#calls.call(operation, this.#name, fields);
  }

  /** See `Invoker.refuse`. */
  protected refuse(error: Error): Promise<never> {
    return this.#calls.refuse(error);
  }

  protected get serialization(): SerializationSettings {
    return this.#calls.serialization;
  }

  /** See `Invoker.checkReady`. */
  protected checkReady(): void {
    this.#calls.checkReady();
  }
}
