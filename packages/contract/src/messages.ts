import type { ErrorHolder, StructOf } from '@offloop/wire';
import type { AgentDiagnosis } from './diagnosis.js';
import type { Address, Resumption } from './settings.js';

/*
 * Everything the two threads tell each other apart from calls and their completions. Each message travels as JSON text in
 * a `CONTROL` record of the ring of its direction, so it is ordered against the calls (or completions) around it.
 */

/** A Compact schema in the protocol's form. */
export type CompactSchema = StructOf<'Schema'>;

/** Control messages from the caller's thread to a worker. */
export type ToWorker =
  /**
   * Register a listener on every connection, present and future. `add` and `remove` are the requests that do and undo it, in
   * base64. `remove` lacks the registration's id, as each member gives its own. With `nearCache`, the name of a map, its events
   * come as records of `InvalidationKind`.
   */
  | {
      readonly type: 'listen';
      readonly registration: number;
      readonly add: string;
      readonly remove: string;
      /** True if a worker that is dead had registered it. Then a member that refuses is asked again until it accepts. */
      readonly isTakenOver: boolean;
      readonly nearCache?: string;
    }
  /**
   * Ask the members for the numbers of their latest invalidations of these maps. Each near cache gets them as records among its
   * events; `invalidations-asked` follows.
   */
  | { readonly type: 'ask-invalidations'; readonly maps: readonly string[] }
  | { readonly type: 'unlisten'; readonly registration: number }
  /** Figures of all near caches since they were made, by map name, for the next statistics. */
  | { readonly type: 'near-cache-figures'; readonly figures: Readonly<Record<string, NearCacheFigures>> }
  /** A Compact schema that the client uses. A cluster gets it before it gets calls. */
  | { readonly type: 'schema'; readonly schema: CompactSchema }
  /** Nobody will fetch the responses of this `DEFERRED` call any more. */
  | { readonly type: 'drop'; readonly call: number }
  /** The shard leads from now on, as the one that led is dead. */
  | { readonly type: 'lead' }
  /** Another shard leads from now on, which is in this cluster. */
  | { readonly type: 'yield'; readonly cluster: Resumption }
  /** The leader is in this cluster. A shard that does not lead enters it, and no other. */
  | { readonly type: 'follow'; readonly cluster: Resumption }
  /** Ask for the agent's diagnosis. */
  | { readonly type: 'diagnose' }
  /** Keep a CP session alive with a heartbeat each interval. */
  | {
      readonly type: 'keep-session';
      readonly session: CpSession;
      readonly intervalMillis: number;
      /** True if a worker that is dead kept it alive. Then the first heartbeat is due. */
      readonly isTakenOver: boolean;
    }
  /** Stop keeping a CP session alive, as it holds nothing any more. */
  | { readonly type: 'drop-session'; readonly session: CpSession };

/** Figures of one near cache, by the names that Management Center knows. */
export interface NearCacheFigures {
  /** Time of the near cache's creation, in milliseconds since 1970. */
  readonly creationTime: number;
  readonly evictions: number;
  readonly hits: number;
  readonly misses: number;
  readonly ownedEntryCount: number;
  readonly expirations: number;
}

/** A session with a group of the CP subsystem. Its 64-bit numbers are decimal text. */
export interface CpSession {
  readonly group: string;
  readonly seed: string;
  readonly id: string;
  readonly sessionId: string;
}

/** A compute thread's request, by its port, for responses to the `DEFERRED` requests of a call that a worker holds. */
export interface FetchResponses {
  readonly call: number;
  /** Most responses to return at once. */
  readonly most: number;
  /** Milliseconds to wait for a response if there is none yet; 0: do not wait. */
  readonly timeoutMillis: number;
}

/** A member, as the cluster's member list describes it. */
export interface MemberDescription {
  readonly uuid: string;
  readonly address: Address;
  /** Address at which the member is reached from outside its network. Null if it has none. */
  readonly publicAddress: Address | null;
  readonly liteMember: boolean;
  readonly version: { readonly major: number; readonly minor: number; readonly patch: number };
  readonly attributes: Readonly<Record<string, string>>;
}

/** Control messages from a worker to the caller's thread. */
export type FromWorker =
  /** The first connection since the start, or since the last one was lost, is authenticated. Calls can be routed from here on. */
  | {
      readonly type: 'connected';
      /** Index in the settings' `candidates`. */
      readonly candidate: number;
      readonly clusterId: string;
      readonly partitionCount: number;
      readonly localAddress: Address;
    }
  /** The cluster of the latest `connected` is another candidate than the one before. */
  | { readonly type: 'changed-cluster'; readonly clusterName: string }
  /** A connection is ready for calls; `connection-lost` is its end. Addresses are as in log lines. */
  | { readonly type: 'connection-opened'; readonly member: string; readonly address: string }
  | {
      readonly type: 'connection-lost';
      readonly member: string;
      readonly address: string;
      readonly reason: string;
    }
  /** A `TRACED` call is tried again. `slot` is part of the call's number, and taken until its completion. */
  | {
      readonly type: 'call-retried';
      readonly slot: number;
      readonly attempt: number;
      readonly reason: string;
    }
  /**
   * The completion of a `TRACED` call follows. `member` and `address` are null if it is on no connection; `responseBytes` is 0
   * for an error.
   */
  | {
      readonly type: 'call-ended';
      readonly slot: number;
      readonly member: string | null;
      readonly address: string | null;
      readonly responseBytes: number;
    }
  /** Announces a shape: the keys of objects on tapes. Number 0 begins a new list of shapes. */
  | { readonly type: 'shape'; readonly number: number; readonly keys: readonly string[] }
  /** The last connection was lost. */
  | { readonly type: 'disconnected'; readonly reason: string }
  /** Connecting to an address failed while the client had no connection. */
  | { readonly type: 'unreachable'; readonly reason: string }
  | { readonly type: 'members'; readonly version: number; readonly members: readonly MemberDescription[] }
  /** The partitions that each member owns, sent whenever that changes. */
  | {
      readonly type: 'partitions';
      readonly owners: readonly (readonly [uuid: string, ids: readonly number[]])[];
    }
  /** The listener is registered on every present connection. */
  | { readonly type: 'listening'; readonly registration: number }
  /** A member refused the listener; none has it. */
  | { readonly type: 'listen-failed'; readonly registration: number; readonly error: WireError }
  /** The listener is removed. `wasKnown`: all members that had the registration still knew it. */
  | { readonly type: 'unlistened'; readonly registration: number; readonly wasKnown: boolean }
  /** Answer to `ask-invalidations`. `failure` is null if all members have answered, otherwise it says why one has not. */
  | { readonly type: 'invalidations-asked'; readonly failure: string | null }
  | { readonly type: 'diagnosis'; readonly diagnosis: AgentDiagnosis }
  /** The CP group has closed a session that the worker kept alive. */
  | { readonly type: 'session-closed'; readonly session: CpSession }
  /** The cluster cannot be entered, or not in time: the client has to shut down. */
  | { readonly type: 'gave-up'; readonly error: WireError }
  | { readonly type: 'log'; readonly level: LogLevel; readonly source: string; readonly message: string };

export type LogLevel = 'error' | 'warn' | 'info' | 'debug' | 'trace';

/** An error on its way between threads; the caller's side rebuilds the class from `code`. */
export interface WireError {
  readonly code: string;
  readonly message: string;
  /** Numbers that stand in the message, by name. */
  readonly details?: Readonly<Record<string, number>>;
  /** The exception that the member threw, followed by its causes. */
  readonly remote?: readonly ErrorHolder[];
}

/** Codes of errors that the worker makes. */
export const WorkerErrorCode = {
  TARGET_DISCONNECTED: 'ERR_OFFLOOP_TARGET_DISCONNECTED',
  OPERATION_TIMEOUT: 'ERR_OFFLOOP_OPERATION_TIMEOUT',
  CLIENT_NOT_ACTIVE: 'ERR_OFFLOOP_CLIENT_NOT_ACTIVE',
  CLIENT_OFFLINE: 'ERR_OFFLOOP_CLIENT_OFFLINE',
  CANCELLED: 'ERR_OFFLOOP_CANCELLATION',
  AUTHENTICATION: 'ERR_OFFLOOP_AUTHENTICATION',
  NOT_ALLOWED: 'ERR_OFFLOOP_CLIENT_NOT_ALLOWED_IN_CLUSTER',
  INVALID_CONFIGURATION: 'ERR_OFFLOOP_INVALID_CONFIGURATION',
  INDETERMINATE: 'ERR_OFFLOOP_INDETERMINATE_OPERATION_STATE',
  ILLEGAL_STATE: 'ERR_OFFLOOP_ILLEGAL_STATE',
  OUT_OF_FILE_DESCRIPTORS: 'ERR_OFFLOOP_OUT_OF_FILE_DESCRIPTORS',
  RESPONSE_TOO_LARGE: 'ERR_OFFLOOP_RESPONSE_TOO_LARGE',
  PROTOCOL: 'ERR_OFFLOOP_PROTOCOL',
  /** The member threw the error, whose class is in `remote`. */
  MEMBER: 'ERR_OFFLOOP_MEMBER',
} as const;
export type WorkerErrorCode = (typeof WorkerErrorCode)[keyof typeof WorkerErrorCode];
