/** A request as a fault sees it. */
export interface FaultyRequest {
  /** Name of the message (`map.get`). */
  readonly message: string;
  /** Type of the message, as in the protocol. */
  readonly type: number;
  /** Correlation id that the response has to carry. */
  readonly correlationId: bigint;
  /** The member's number of the connection, from 1 on in order of acceptance. */
  readonly connection: number;
  /** The request as it came, to be copied if it is kept. */
  readonly bytes: Buffer;
}

export type FaultAction =
  /** The request is handled; its response leaves `ms` later. Later responses of the connection may overtake it. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** No response, ever: a silent connection. With `execute` the request is handled all the same. */
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
  /** The response is these bytes, be they a message or not, and the request is not handled. */
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
      /** ms after the response. Default: right behind it; `before`: ahead of it. */
      readonly when?: 'before' | number;
      /** The correlation id they name. Default: the request's. */
      readonly source?: (request: FaultyRequest) => bigint;
    };

export interface FaultRule {
  /** `map.get`, `client.ping`, or a message type. Default: every message after authentication. */
  readonly message?: string | number;
  /** Only requests of this connection. Default: of every one. */
  readonly connection?: number;
  /** Matching requests left alone first. Default 0. */
  readonly skip?: number;
  /** Matching requests hit before the rule is spent. Default: no end. */
  readonly times?: number;
  /** What happens to the requests that are hit. */
  readonly action: FaultAction;
}

export interface FaultOptions {
  /** The first rule that matches a request and is not spent applies. */
  readonly rules?: readonly FaultRule[];
  /** Overrides the member's own. */
  readonly fragmentBytes?: number;
  /**
   * Backups that clients are told to wait for: a rule `backupAcks` for every request that no other rule matches. Default 0.
   */
  readonly backupAcks?: number;
}

/** A rule at work. */
export interface Fault {
  /** Requests hit so far. */
  readonly hits: number;
  /** Resolves when at least `count` (default 1) requests have been hit. */
  untilHit(count?: number): Promise<void>;
  /** Ends the rule: further requests are left alone. */
  remove(): void;
}

/** Misbehaviour on request. Everything can be changed while the member runs. */
export interface MemberFaults {
  /** Responses longer than this many bytes are sent in fragments; `Infinity`: none are. */
  fragmentBytes: number;
  /** Throws `RangeError` for a message by a name that is not in the message table. */
  add(rule: FaultRule): Fault;
  /** Lifts every rule; `fragmentBytes` stays. */
  clear(): void;
}
