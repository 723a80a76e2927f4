import { messages, type FieldSpec, type MessageSpec, type RequestOf, type WireUuid } from '@offloop/wire';

import type { Call } from '../../calls/call.js';
import type { ClientConnection } from '../../calls/client-connection.js';
import { illegalArgument, transactionFailed } from '../../calls/errors.js';
import type { Handlers } from '../../calls/handlers.js';
import { randomUuid } from '../../protocol/uuid.js';
import type { NamedObject, NamedObjects } from '../shared/named-objects.js';
import { Transaction, type TransactionView } from './transaction.js';

const m = messages.transaction;

/** The message of an object in a transaction: its second field is the transaction. */
type ObjectSpec = MessageSpec & {
  readonly request: readonly [FieldSpec, readonly ['txnId', 'UUID'], ...FieldSpec[]];
};

/** Registers the handler of a message. It gets the object as the transaction sees it, and the fields of the request. */
export type OnTransactional<V> = <M extends ObjectSpec>(
  spec: M,
  handle: (call: Call, view: V, request: RequestOf<M>) => void,
) => void;

/** The types that clients name. */
const TYPES: readonly number[] = [1, 2];

/** Offset of the thread id among the fixed fields of `create`: behind the timeout, the durability and the type. */
const THREAD_OF_CREATE = 16;

/** The transactions of all connections. One belongs to the connection that began it, and is rolled back when that closes. */
export class Transactions {
  readonly #byConnection = new Map<ClientConnection, Map<string, Transaction>>();

  readonly #handlers: Handlers;

  /** Registers the messages that begin and end transactions. */
  constructor(handlers: Handlers) {
    this.#handlers = handlers;
    handlers.on(m.create, (call) => {
      const { timeout, durability, transactionType: type } = call.decode(m.create);
      if (timeout < 0n) throw illegalArgument('Timeout can not be negative!');
      if (durability < 0) throw illegalArgument('Durability cannot be negative!');
      if (!TYPES.includes(type)) throw illegalArgument(`Unrecognized id:${type}`);
      const id = randomUuid();
      const owner = {
        client: call.connection.client?.uuid ?? '',
        threadLow: call.int(THREAD_OF_CREATE),
        threadHigh: call.int(THREAD_OF_CREATE + 4),
      };
      this.#of(call.connection).set(
        keyOf(id),
        new Transaction({ id, owner, timeout: Number(timeout), type }),
      );
      call.uuid(id);
    });
    handlers.on(m.commit, (call) => {
      const { transactionId } = call.decode(m.commit);
      const transaction = this.#find(call, transactionId);
      transaction.commit();
      this.#end(call, transactionId, transaction);
    });
    handlers.on(m.rollback, (call) => {
      const { transactionId } = call.decode(m.rollback);
      const transaction = this.#find(call, transactionId);
      transaction.rollback();
      this.#end(call, transactionId, transaction);
    });
  }

  /**
   * Returns the function that registers handlers of messages about the objects of one structure.
   *
   * @param makeView called once for an object and a transaction.
   */
  registrar<O extends NamedObject, V extends TransactionView>(
    objects: NamedObjects<O>,
    makeView: (object: O, transaction: Transaction) => V,
  ): OnTransactional<V> {
    return (spec, handle) => {
      this.#handlers.on(spec, (call) => {
        const request = call.decode(spec);
        const object = objects.of(call);
        const { txnId } = request as unknown as RequestOf<ObjectSpec>;
        const transaction = this.#find(call, txnId);
        const view = transaction.viewOf(object, () => makeView(object, transaction));
        handle(call, view, request);
      });
    };
  }

  /** Returns a transaction of the call's connection. Throws `MemberError` if there is none of this id. */
  #find(call: Call, id: WireUuid): Transaction {
    const transaction = this.#byConnection.get(call.connection)?.get(keyOf(id));
    if (transaction === undefined) throw transactionFailed('No transaction context found for txnId');
    return transaction;
  }

  #of(connection: ClientConnection): Map<string, Transaction> {
    const known = this.#byConnection.get(connection);
    if (known !== undefined) return known;
    const transactions = new Map<string, Transaction>();
    this.#byConnection.set(connection, transactions);
    connection.onClosed(() => {
      this.#byConnection.delete(connection);
      for (const transaction of transactions.values()) {
        transaction.rollback();
        transaction.release();
      }
    });
    return transactions;
  }

  #end(call: Call, id: WireUuid, transaction: Transaction): void {
    this.#byConnection.get(call.connection)?.delete(keyOf(id));
    // The response comes first: calls that wait for a lock run inside `release`, and one may be of this connection.
    call.void();
    transaction.release();
  }
}

function keyOf({ msb, lsb }: WireUuid): string {
  return `${msb} ${lsb}`;
}
