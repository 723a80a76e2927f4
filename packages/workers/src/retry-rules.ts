import { ErrorCode } from '@offloop/wire/protocol';

/** Attempts that follow one another at once; later ones are a retry pause apart (the official client's rule). */
export const FAST_ATTEMPTS = 5;

/** "Not here, not now": another attempt may succeed, also on the same connection. */
const AGAIN: ReadonlySet<number> = new Set<number>([
  ErrorCode.HAZELCAST_INSTANCE_NOT_ACTIVE,
  ErrorCode.RETRYABLE_HAZELCAST,
  ErrorCode.RETRYABLE_IO,
  ErrorCode.TARGET_NOT_MEMBER,
  ErrorCode.CALLER_NOT_MEMBER,
  ErrorCode.MEMBER_LEFT,
  ErrorCode.PARTITION_MIGRATING,
  ErrorCode.CANNOT_REPLICATE,
]);

/** Every kind of IOException, as the official client has it; which is why one that no retry can cure is among them. */
const IO_ERRORS: ReadonlySet<number> = new Set<number>([
  ErrorCode.IO,
  ErrorCode.EOF,
  ErrorCode.SOCKET,
  ErrorCode.NOT_SERIALIZABLE,
]);

/** Whether the official client sends a request again after this exception, wherever its next connection leads. */
export function isRetryable(errorCode: number): boolean {
  return AGAIN.has(errorCode) || IO_ERRORS.has(errorCode);
}

/** The same for a request that is bound to a connection: there, trouble with a connection is final. */
export function isRetryableWhenBound(errorCode: number): boolean {
  return AGAIN.has(errorCode);
}
