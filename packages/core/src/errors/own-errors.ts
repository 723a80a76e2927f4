import { ErrorCode } from '@offloop/wire';
import {
  HazelcastError,
  type ErrorDetails,
  type ErrorRow,
  type ServerErrorStackElement,
  IllegalStateError,
} from '@offloop/values';

/*
 * The classes whose constructors differ from the rest: one official one, and those that `hazelcast-client` does
 * not have because it has neither limits nor further threads nor executors.
 */

/** There is no connection to the cluster, and the configuration says not to wait for one. */
export class ClientOfflineError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_CLIENT_OFFLINE';

  /** @param reason says for the message since when, and why. */
  constructor(cause?: unknown, reason?: string) {
    super(`No connection found to cluster${reason === undefined ? '' : `: ${reason}`}`, cause);
  }
}

/**
 * A limit of `runtime` is reached: the call was not sent, and may be made again when others have settled.
 *
 * `details` has the name of the `limit`, its value (`allowed`), and the value that the call would have led to (`wanted`).
 */
export class BackpressureError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_BACKPRESSURE';

  /**
   * Makes the error for a limit that a call would exceed: the name of the limit, its value, and the value that the call would
   * lead to.
   */
  static over(limit: string, allowed: number, wanted: number): BackpressureError {
    const error = new BackpressureError(`${limit} is ${allowed}, and this call would make it ${wanted}`);
    error.details = { limit, allowed, wanted };
    return error;
  }
}

/** A member sent bytes that do not follow the protocol. */
export class ProtocolError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_PROTOCOL';

  constructor(message?: string, cause?: unknown, serverStackTrace?: ServerErrorStackElement[] | null) {
    super(message, cause, serverStackTrace);
    if (cause instanceof Error && 'details' in cause) this.details = cause.details as ErrorDetails;
  }
}

/**
 * The response to a call is longer than `runtime.maxMessageBytes`. The member has carried the call out; it is not repeated,
 * and the connection lives on.
 *
 * `details` has the `size`, as far as it was known when the limit was passed, and the `limit`, both in bytes.
 */
export class ResponseTooLargeError extends ProtocolError {
  static override readonly code: string = 'ERR_OFFLOOP_RESPONSE_TOO_LARGE';
}

/**
 * The process, or the machine, has no file descriptor left, for a socket or for the worker thread (`EMFILE`, `ENFILE`).
 * `newHazelcastClient` rejects with it if that was so until the time to connect was over.
 */
export class OutOfFileDescriptorsError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_OUT_OF_FILE_DESCRIPTORS';
}

/**
 * A transform has failed. The error of its function is the `cause`, with message, stack and causes of its own.
 *
 * `details` has the `module`, the `exportName`, and as `reason` one of `TransformFailure`.
 */
export class TransformError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_TRANSFORM';
}

/** The scheduler has a task of that name already. The task has not run. */
export class DuplicateTaskError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_DUPLICATE_TASK';
}

/** A scheduled task was disposed of, or is not there. */
export class StaleTaskError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_STALE_TASK';
}

/** A member did not take a task, since the executor is shut down, or has no room. The task has not run. */
export class RejectedExecutionError extends HazelcastError {
  static override readonly code: string = 'ERR_OFFLOOP_REJECTED_EXECUTION';
}

/** The classes of this file that are made from a message, each with the codes by which members report it, if they do. */
export const OWN_ERRORS: readonly ErrorRow[] = [
  [BackpressureError],
  [DuplicateTaskError, ErrorCode.DUPLICATE_TASK],
  [OutOfFileDescriptorsError],
  [ProtocolError],
  [RejectedExecutionError, ErrorCode.REJECTED_EXECUTION],
  [ResponseTooLargeError],
  [StaleTaskError, ErrorCode.STALE_TASK],
  [TransformError],
];

/** Our own errors that cannot be rebuilt from a code and a message. */
export const SPECIAL_ERRORS: readonly { readonly code: string; readonly name: string }[] = [
  ClientOfflineError,
];

/** Makes the error for a worker thread that could not start or has died. Node.js's error is the `cause`. */
export function threadError(reason: Error): HazelcastError {
  const { code, message } = reason as NodeJS.ErrnoException;
  // A thread that fails while it starts has no code for it, only a message.
  const missing = /\b(EMFILE|ENFILE)\b/.exec(`${code} ${message}`)?.[1];
  return missing === undefined
    ? new IllegalStateError(`the worker thread died: ${message}`, reason)
    : new OutOfFileDescriptorsError(`no file descriptor is left for the worker thread (${missing})`, reason);
}
