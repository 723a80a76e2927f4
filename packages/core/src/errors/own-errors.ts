import type { UUID } from '../values/uuid.js';
import { HazelcastError } from './hazelcast-error.js';
import type { ErrorDetails, StackTraceElement } from './hazelcast-error.js';

/*
 * The classes whose constructors differ from the rest: two official ones, and three that `hazelcast-client` does
 * not have because it has neither limits nor further threads.
 */

/** There is no connection to the cluster, and the configuration says not to wait for one. */
export class ClientOfflineError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_CLIENT_OFFLINE';

  constructor(cause?: unknown) {
    super('No connection to the cluster', cause);
  }
}

/** An SQL statement failed. Its numeric code, private in the official class's types, is `sqlCode` here. */
export class HazelcastSqlException extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_HAZELCAST_SQL';

  readonly sqlCode: number;
  /** The member that reported the error, or the client itself. */
  readonly originatingMemberId: UUID;
  /** A statement that would remove the cause, where the member knows one. */
  readonly suggestion: string | null;

  constructor(
    originatingMemberId: UUID,
    sqlCode: number,
    message: string,
    suggestion: string | null = null,
    cause?: unknown,
    serverStackTrace?: readonly StackTraceElement[] | null,
  ) {
    super(message, cause, serverStackTrace);
    this.originatingMemberId = originatingMemberId;
    this.sqlCode = sqlCode;
    this.suggestion = suggestion;
  }
}

/**
 * A limit of `runtime` is reached: the call was not sent, and may be made again when others have settled.
 *
 * `details` has the `limit`'s name, what is `allowed`, and the value the call would have led to (`wanted`).
 */
export class BackpressureError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_BACKPRESSURE';

  /** The three arguments come from whoever holds the limit; the message is made of them. */
  static over(limit: string, allowed: number, wanted: number): BackpressureError {
    const error = new BackpressureError(`${limit} is ${allowed}, and this call would make it ${wanted}`);
    error.details = { limit, allowed, wanted };
    return error;
  }
}

/** A member sent bytes that are not its protocol, or more of them than `runtime.maxMessageBytes`. */
export class ProtocolError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_PROTOCOL';

  constructor(message?: string, cause?: unknown, serverStackTrace?: readonly StackTraceElement[] | null) {
    super(message, cause, serverStackTrace);
    if (cause instanceof Error && 'details' in cause) this.details = cause.details as ErrorDetails;
  }
}

/**
 * A transform gave no result. What its function threw is the `cause`, with message, stack and causes of its own.
 *
 * `details` has the `module`, the `exportName`, and as `reason` one of `TransformFailure`.
 */
export class TransformError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_TRANSFORM';
}
