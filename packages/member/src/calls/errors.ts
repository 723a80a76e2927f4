import { ErrorCode } from '@offloop/wire';

/** The exception a member responds with: the protocol's error code, the name of the Java class, and a message. */
export class MemberError extends Error {
  override readonly name = 'MemberError';
  readonly errorCode: number;
  readonly className: string;

  constructor(errorCode: number, className: string, message: string) {
    super(message);
    this.errorCode = errorCode;
    this.className = className;
  }
}

/** Makes the error of one Java class. */
type MakeError = (message: string) => MemberError;

function makerOf(errorCode: number, className: string): MakeError {
  return (message) => new MemberError(errorCode, className, message);
}

export const illegalArgument: MakeError = makerOf(
  ErrorCode.ILLEGAL_ARGUMENT,
  'java.lang.IllegalArgumentException',
);
export const outOfBounds: MakeError = makerOf(
  ErrorCode.INDEX_OUT_OF_BOUNDS,
  'java.lang.IndexOutOfBoundsException',
);
export const illegalState: MakeError = makerOf(ErrorCode.ILLEGAL_STATE, 'java.lang.IllegalStateException');
export const staleSequence: MakeError = makerOf(
  ErrorCode.STALE_SEQUENCE,
  'com.hazelcast.ringbuffer.StaleSequenceException',
);
export const transactionFailed: MakeError = makerOf(
  ErrorCode.TRANSACTION,
  'com.hazelcast.transaction.TransactionException',
);
export const transactionNotActive: MakeError = makerOf(
  ErrorCode.TRANSACTION_NOT_ACTIVE,
  'com.hazelcast.transaction.TransactionNotActiveException',
);
export const transactionTimedOut: MakeError = makerOf(
  ErrorCode.TRANSACTION_TIMED_OUT,
  'com.hazelcast.transaction.TransactionTimedOutException',
);
export const concurrentModification: MakeError = makerOf(
  ErrorCode.CONCURRENT_MODIFICATION,
  'java.util.ConcurrentModificationException',
);
export const queryFailed: MakeError = makerOf(ErrorCode.QUERY, 'com.hazelcast.query.QueryException');
export const classCast: MakeError = makerOf(ErrorCode.CLASS_CAST, 'java.lang.ClassCastException');
export const nullPointer: MakeError = makerOf(ErrorCode.NULL_POINTER, 'java.lang.NullPointerException');

export function unsupported(what: string): MemberError {
  return new MemberError(
    ErrorCode.UNSUPPORTED_OPERATION,
    'java.lang.UnsupportedOperationException',
    `The embedded member does not support ${what}`,
  );
}

export function notLockOwner(): MemberError {
  return new MemberError(
    ErrorCode.ILLEGAL_MONITOR_STATE,
    'java.lang.IllegalMonitorStateException',
    'Current thread is not owner of the lock!',
  );
}

export function objectDestroyed(name: string): MemberError {
  return new MemberError(
    ErrorCode.DISTRIBUTED_OBJECT_DESTROYED,
    'com.hazelcast.spi.exception.DistributedObjectDestroyedException',
    `DistributedObject[${name}] has been destroyed!`,
  );
}

export function staleTask(name: string): MemberError {
  return new MemberError(
    ErrorCode.STALE_TASK,
    'com.hazelcast.scheduledexecutor.StaleTaskException',
    `Task with name ${name} not found. `,
  );
}

export function staleTaskId(): MemberError {
  return new MemberError(
    ErrorCode.STALE_TASK_ID,
    'com.hazelcast.durableexecutor.StaleTaskIdException',
    'The sequence has been overwritten',
  );
}

export function cannotDeserialize(what: string): MemberError {
  return new MemberError(
    ErrorCode.HAZELCAST_SERIALIZATION,
    'com.hazelcast.nio.serialization.HazelcastSerializationException',
    `The embedded member cannot read ${what}`,
  );
}

export function patternSyntax(): MemberError {
  return new MemberError(
    ErrorCode.UNDEFINED,
    'java.util.regex.PatternSyntaxException',
    'The embedded member cannot read the regular expression',
  );
}

export function numberFormat(type: string): MemberError {
  return new MemberError(
    ErrorCode.UNDEFINED,
    'java.lang.NumberFormatException',
    `The value of a query is no ${type}`,
  );
}

export function dateFormat(): MemberError {
  return new MemberError(
    ErrorCode.UNDEFINED,
    'java.time.format.DateTimeParseException',
    'The value of a query is no date or time',
  );
}

export function arrayIndexOutOfBounds(): MemberError {
  return new MemberError(
    ErrorCode.ARRAY_INDEX_OUT_OF_BOUNDS,
    'java.lang.ArrayIndexOutOfBoundsException',
    'Index 0 out of bounds for length 0',
  );
}

export function notAuthenticated(): MemberError {
  return new MemberError(
    ErrorCode.AUTHENTICATION,
    'com.hazelcast.client.AuthenticationException',
    'A client must authenticate before any operation',
  );
}

export function overloaded(waiting: number): MemberError {
  return new MemberError(
    ErrorCode.HAZELCAST_OVERLOAD,
    'com.hazelcast.core.HazelcastOverloadException',
    `${waiting} calls of this connection already wait`,
  );
}

export function internal(error: unknown): MemberError {
  const text = error instanceof Error ? error.message : String(error);
  return new MemberError(ErrorCode.HAZELCAST, 'com.hazelcast.core.HazelcastException', text);
}
