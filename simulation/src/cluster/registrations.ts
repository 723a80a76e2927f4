import type { WireUuid } from '@offloop/wire';

/** How a request is told from the others of its connection. */
export interface Correlation {
  readonly correlationLow: number;
  readonly correlationHigh: number;
}

/** A listener as one member knows it: for one connection. */
export interface MemberListener {
  readonly number: number;
  /** The client's number of it. */
  readonly listener: number;
  readonly link: { readonly isOpen: boolean };
  /** Events sent, and those the caller was told of. */
  sent: number;
  received: number;
}

/** A listener that a client has registered by one connection. */
export interface Registration {
  readonly member: MemberListener;
  readonly correlation: Correlation;
}

/** Is told which listeners there are. */
export interface ListenerWatch {
  onRegistered(listener: number, shard: number, link: { readonly isOpen: boolean }): MemberListener;
  onRemoved(member: MemberListener): void;
  /** The client will never hear that it is registered: it must hear none of its events either once it has given up. */
  onLost(member: MemberListener): void;
}

/** A change of an entry, as near caches are told of it. */
export interface Change {
  /** Null: all keys. */
  readonly key: number | null;
  /** UUID of the client or member that has made it. */
  readonly source: WireUuid;
  readonly uuid: WireUuid;
  readonly sequence: bigint;
}

/** A near cache that one connection's client has told of. */
export interface NearCacheRegistration {
  readonly correlation: Correlation;
  readonly localOnly: boolean;
  /** Members that knew it until the map was destroyed there. */
  readonly forgottenBy: Set<object>;
  readonly batch: Change[];
  isFlushDue: boolean;
  /** When the latest of its events leaves the member: they keep their order. */
  lastAt: number;
}
