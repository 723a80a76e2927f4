/** Codes of the errors with which the floor itself rejects a call. A protocol turns each into an error class of its own. */
export const FloorErrorCode = {
  /** The caller is not started, shut down, or shutting down. */
  CLOSED: 'CLOSED',
  /** The agent could not be started, or its thread died too often (`cause` says why): no call can be made any more. */
  FAILED: 'FAILED',
  /** A limit on calls in flight is reached: the call was not made. `details`: `limit`, `allowed`, `wanted`. */
  BACKPRESSURE: 'BACKPRESSURE',
  /** The call's time limit is over; it may still run. */
  TIMED_OUT: 'TIMED_OUT',
  /** The call's signal was aborted (`cause` is its reason); it may still run. */
  CANCELLED: 'CANCELLED',
  /** The connection was lost; the call may have run. `Peer` says so. */
  CONNECTION_LOST: 'CONNECTION_LOST',
  /** The thread died (`cause` says why); the call may or may not have run. */
  THREAD_DIED: 'THREAD_DIED',
  /** An option or an argument is invalid. `details`: `field`, its name. */
  ILLEGAL_ARGUMENT: 'ILLEGAL_ARGUMENT',
  /** The two threads disagree on what a record means, or the operation is not possible in this state. */
  ILLEGAL_STATE: 'ILLEGAL_STATE',
} as const;
export type FloorErrorCode = (typeof FloorErrorCode)[keyof typeof FloorErrorCode];

/** The properties that an error of the floor may have beside code and message. */
export interface FloorErrorOptions {
  /** The error or the abort reason behind it. Default none. */
  readonly cause?: unknown;
  /** Figures and names behind the message, as the code says. Default none. */
  readonly details?: Readonly<Record<string, string | number>>;
}

/** A protocol's function that makes the errors with which the floor rejects calls. */
export type MakeError = (code: FloorErrorCode, message: string, options?: FloorErrorOptions) => Error;

/** The error of a protocol that has no classes of its own. */
export class FloorError extends Error {
  /** The stable code to match errors by. */
  readonly code: FloorErrorCode;
  /** Figures and names behind the message; empty where the code has none. */
  readonly details: Readonly<Record<string, string | number>>;

  constructor(code: FloorErrorCode, message: string, { cause, details = {} }: FloorErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'FloorError';
    this.code = code;
    this.details = details;
  }

  /** The constructor as a {@link MakeError}. */
  static make(this: void, code: FloorErrorCode, message: string, options?: FloorErrorOptions): FloorError {
    return new FloorError(code, message, options);
  }
}
