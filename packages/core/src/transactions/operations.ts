import { messages } from '@offloop/wire';
import { RequestFlag } from '@offloop/contract';
import { uuidFromHalves, type UUID } from '@offloop/values';
import type { WithConnection } from '../calls/completions/with-connection.js';
import { decodedOperation, operation, type Operation } from '../calls/operation.js';
import type { ArgumentsOf } from '../calls/requests/arguments.js';

const { transaction: own } = messages;

/** The calls that begin and end transactions. */
export const transaction: {
  readonly create: Operation<ArgumentsOf<typeof messages.transaction.create>, WithConnection<UUID>>;
  readonly commit: Operation<ArgumentsOf<typeof messages.transaction.commit>, void>;
  readonly rollback: Operation<ArgumentsOf<typeof messages.transaction.rollback>, void>;
} = {
  create: decodedOperation(own.create, ({ response }) => uuidFromHalves(response)).tellingConnection,
  commit: operation(own.commit, RequestFlag.CONNECTION),
  rollback: operation(own.rollback, RequestFlag.CONNECTION),
};
