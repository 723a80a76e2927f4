import { ErrorCode } from '@offloop/wire';

/** Number of attempts that follow one another at once; later ones are a retry pause apart (the official client's rule). */
export const FAST_ATTEMPTS = 5;

/** Errors that pass: another attempt may succeed, even on the same connection. */
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

/** The errors among them that say that a member has left. */
const GONE: ReadonlySet<number> = new Set<number>([ErrorCode.TARGET_NOT_MEMBER, ErrorCode.MEMBER_LEFT]);

/** The errors among them with which a member refuses a request before it begins to carry it out. */
const REFUSALS: ReadonlySet<number> = new Set<number>([
  ErrorCode.HAZELCAST_INSTANCE_NOT_ACTIVE,
  ErrorCode.TARGET_NOT_MEMBER,
  ErrorCode.CALLER_NOT_MEMBER,
  ErrorCode.PARTITION_MIGRATING,
]);

/** Every kind of IOException, as in the official client. One of them (NOT_SERIALIZABLE) will fail at each attempt. */
const IO_ERRORS: ReadonlySet<number> = new Set<number>([
  ErrorCode.IO,
  ErrorCode.EOF,
  ErrorCode.SOCKET,
  ErrorCode.NOT_SERIALIZABLE,
]);

/** Returns true if a request is sent again, on any connection, after this exception, as by the official client. */
export function isRetryable(errorCode: number): boolean {
  return AGAIN.has(errorCode) || IO_ERRORS.has(errorCode);
}

/**
 * Returns true if a task is submitted again after this exception, which may be one that the task itself has thrown. The official client
 * has no tasks; Java's repeats those that throw an IOException.
 */
export function isRetryableForTask(errorCode: number): boolean {
  return REFUSALS.has(errorCode);
}

/** Returns true if a request that one member must carry out is sent again after this exception; false once that member is gone. */
export function isRetryableAtMember(errorCode: number): boolean {
  return isRetryable(errorCode) && !GONE.has(errorCode);
}

/** Returns true if a request that belongs to a connection is sent again on it after this exception; false for an I/O error. */
export function isRetryableWhenBound(errorCode: number): boolean {
  return AGAIN.has(errorCode);
}
