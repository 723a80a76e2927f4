/** One line of a member's Java stack trace, as the protocol carries it. */
export interface ServerErrorStackElement {
  className: string;
  methodName: string;
  /** File name; null if the member's class was compiled without it, although the official type says otherwise. */
  fileName: string;
  /** Line in the file; 0 or less if it is not known. */
  lineNumber: number;
}

/** Numbers and names from an error's message, for programs: limits, sizes, ids. Always cloneable. */
export type ErrorDetails = Readonly<Record<string, string | number | boolean | null>>;

/**
 * Base class of every error that this client makes or receives from a member.
 *
 * Match errors by `code`: it never changes, survives minifiers and two copies of the package in one process. Everything else is
 * as in `hazelcast-client`: class names, constructor arguments, `cause`, `serverStackTrace`, and `name`, which is `'Error'`.
 */
export class HazelcastError extends Error {
  /** The `code` of this class's instances. */
  static readonly code: string = 'ERR_OFFLOOP_HAZELCAST';

  /**
   * Stable code of the error: `ERR_OFFLOOP_` and the class's name without its ending, in capitals. Only a HazelcastSqlException
   * has Hazelcast's number here.
   */
  readonly code: string | number;
  /**
   * The error that caused this one; undefined if there is none, null if a member has none. A CancellationError has its signal's
   * reason, which may be any value, although the official type says otherwise.
   */
  declare cause: Error;
  /** The member's stack, innermost call first; undefined for an error that did not come from a member. */
  declare readonly serverStackTrace?: ServerErrorStackElement[];
  /** The numbers and names in the message, if there are any; of a member's error its number and its Java class. */
  declare details?: ErrorDetails;

  constructor(message?: string, cause?: unknown, serverStackTrace?: ServerErrorStackElement[] | null) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = new.target.code;
    if (serverStackTrace !== undefined && serverStackTrace !== null) this.serverStackTrace = serverStackTrace;
  }
}

/** A class of errors that are made from a message, as nearly all are. */
export interface HazelcastErrorClass {
  readonly code: string;
  new (
    message?: string,
    cause?: unknown,
    serverStackTrace?: ServerErrorStackElement[] | null,
  ): HazelcastError;
}

/** A class of errors, and the protocol's error codes that become one of it. (The class's own `code` is the other key.) */
export type ErrorRow = readonly [errorClass: HazelcastErrorClass, ...memberCodes: number[]];
