/** One line of a member's Java stack trace, as the protocol carries it. */
export interface ServerErrorStackElement {
  className: string;
  methodName: string;
  /** Null where the member's class was compiled without it, which the official type does not say. */
  fileName: string;
  /** 0 or less where it is not known. */
  lineNumber: number;
}

/** Figures and names behind a message, for programs: limits, sizes, ids. Always cloneable. */
export type ErrorDetails = Readonly<Record<string, string | number | boolean | null>>;

/**
 * The base of every error this client makes or receives from a member.
 *
 * Match errors by `code`: it never changes, survives minifiers and two copies of the package in one process. Class
 * names, constructor arguments and `serverStackTrace` are those of `hazelcast-client`.
 */
export class HazelcastError extends Error {
  /** The `code` of the instances of this class. */
  static readonly code: string = 'ERR_OFFLOOP_HAZELCAST';

  /** `ERR_OFFLOOP_` and the class's name without its ending, in capitals. */
  readonly code: string;
  /** What led to it; undefined where nothing did. The official type; a CancellationError has its signal's reason, whatever that is. */
  declare cause: Error;
  /** The member's stack, innermost call first; undefined for an error that began on this side. */
  declare readonly serverStackTrace?: ServerErrorStackElement[];
  /** The figures in the message, where there are any. */
  declare details?: ErrorDetails;

  constructor(message?: string, cause?: unknown, serverStackTrace?: ServerErrorStackElement[] | null) {
    // Before `super`, which writes the name into the stack; once a class, on its prototype as with built-in errors.
    if (!Object.hasOwn(new.target.prototype, 'name')) {
      Object.defineProperty(new.target.prototype, 'name', { value: new.target.name, configurable: true });
    }
    super(message, cause === undefined || cause === null ? undefined : { cause });
    this.code = new.target.code;
    if (serverStackTrace !== undefined && serverStackTrace !== null) this.serverStackTrace = serverStackTrace;
  }
}

/** A class that is made from a message, as nearly all are. */
export interface HazelcastErrorClass {
  readonly code: string;
  new (
    message?: string,
    cause?: unknown,
    serverStackTrace?: ServerErrorStackElement[] | null,
  ): HazelcastError;
}

/** A class, and the numbers of the protocol that become an error of it; the class's own `code` is the other key. */
export type ErrorRow = readonly [errorClass: HazelcastErrorClass, ...memberCodes: number[]];
