import { decodeResponse, messages, type MessageSpec } from '@offloop/wire';
import { RequestFlag } from '@offloop/contract';
import { uuidFromHalves, type UUID } from '@offloop/values';
import type { WithConnection } from '../calls/completions/with-connection.js';
import type { ListShape } from '../calls/completions/list-result.js';
import { Operation, type ListOf, type ResultOf } from '../calls/operation.js';
import type { ArgumentsOf } from '../calls/requests/arguments.js';

const { transaction: own } = messages;

/** The calls that begin and end transactions. */
export const transaction: {
  readonly create: Operation<ArgumentsOf<typeof messages.transaction.create>, WithConnection<UUID>>;
  readonly commit: Operation<ArgumentsOf<typeof messages.transaction.commit>, void>;
  readonly rollback: Operation<ArgumentsOf<typeof messages.transaction.rollback>, void>;
} = {
  create: new Operation(
    own.create,
    undefined,
    (bytes, start, end) => uuidFromHalves(decodeResponse(own.create, bytes, start, end).response),
    RequestFlag.TELLS_CONNECTION,
  ),
  commit: transactionOperation(own.commit),
  rollback: transactionOperation(own.rollback),
};

/**
 * Makes an operation of a transaction, which goes on the connection that the transaction was begun on. It resolves to its message's
 * one field, if that is a flag, a number or a stored value, or to nothing.
 */
export function transactionOperation<M extends MessageSpec>(spec: M): Operation<ArgumentsOf<M>, ResultOf<M>> {
  return new Operation(spec, undefined, undefined, RequestFlag.CONNECTION);
}

/** Makes a {@link transactionOperation} whose response is one list of stored values. */
export function transactionListOperation<M extends MessageSpec, S extends ListShape>(
  spec: M,
  shape: S,
): Operation<ArgumentsOf<M>, ListOf<S>> {
  return new Operation(spec, shape, undefined, RequestFlag.CONNECTION);
}
