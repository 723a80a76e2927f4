/** The request that a fault applies to. */
export interface FaultyRequest {
  /** Name of the message (`map.get`). */
  readonly message: string;
  /** Type of the message, as in the protocol. */
  readonly type: number;
  /** Correlation id that the response has to carry. */
  readonly correlationId: bigint;
  /** Number of the connection, counted from 1 in order of acceptance. */
  readonly connection: number;
  /** The bytes of the request, valid during the call only: copy them to keep them. */
  readonly bytes: Buffer;
}

export type FaultAction =
  /** The request is handled; its response leaves `ms` later. Later responses of the connection may overtake it. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** The request gets no response, as on a silent connection. With `execute` it is handled all the same. */
  | { readonly kind: 'swallow'; readonly execute?: boolean }
  /** The response is this exception, and the request is not handled. */
  | {
      readonly kind: 'error';
      /** The protocol's number, see `ErrorCode` in `@offloop/wire`. */
      readonly code: number;
      /** Name of the Java class. */
      readonly className: string;
      readonly message?: string;
    }
  /** The response is these bytes, which need not be a valid message; the request is not handled. */
  | { readonly kind: 'raw'; readonly bytes: Uint8Array | ((request: FaultyRequest) => Uint8Array) }
  /** The connection is reset. With `execute` the request is handled first, and its response lost. */
  | { readonly kind: 'close'; readonly execute?: boolean }
  /**
   * A backup-aware request is answered with `count` backup acks to expect; `delivered` of them (default: all) are
   * then sent to the client's local backup listener, if it has one.
   */
  | {
      readonly kind: 'backupAcks';
      readonly count: number;
      readonly delivered?: number;
      /** Time after the response, in ms, or `before` to send them ahead of it. Default: immediately after it. */
      readonly when?: 'before' | number;
      /** Correlation id in the backup acks. Default: the request's. */
      readonly source?: (request: FaultyRequest) => bigint;
    };

export interface FaultRule {
  /** The message it applies to, as a name (`map.get`, `client.ping`) or a type. Default: every message after authentication. */
  readonly message?: string | number;
  /** Number of the connection whose requests it applies to. Default: all connections. */
  readonly connection?: number;
  /** Number of matching requests to leave alone first. Default 0. */
  readonly skip?: number;
  /** Number of matching requests to apply the action to. Default: all. */
  readonly times?: number;
  /** The fault applied to those requests. */
  readonly action: FaultAction;
}

export interface FaultOptions {
  /** The rules; the first that matches a request and is not used up applies. Default: none. */
  readonly rules?: readonly FaultRule[];
  /** Size in bytes above which responses are sent in fragments. Default: the member's option `fragmentBytes`. */
  readonly fragmentBytes?: number;
  /**
   * Number of backup acks that clients are told to wait for: a rule `backupAcks` for every request that matches no other rule.
   * Default 0.
   */
  readonly backupAcks?: number;
}

/** A rule that has been added to a running member. */
export interface Fault {
  /** Number of requests it has been applied to. */
  readonly hits: number;
  /** Resolves when it has been applied to at least `count` (default 1) requests. */
  untilHit(count?: number): Promise<void>;
  /** Removes the rule: further requests are left alone. */
  remove(): void;
}

/** Faults that tests make the member show. Everything can be changed while the member runs. */
export interface MemberFaults {
  /** Size in bytes above which responses are sent in fragments; `Infinity`: never. */
  fragmentBytes: number;
  /** Adds a rule behind the existing ones. Throws `RangeError` for a message name that is not in the message table. */
  add(rule: FaultRule): Fault;
  /** Removes every rule; `fragmentBytes` keeps its value. */
  clear(): void;
}
