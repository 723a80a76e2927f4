import type { ErrorHolder, StructOf } from '@offloop/wire';
import type { AgentDiagnosis } from './diagnosis.js';
import type { Address, Resumption } from './settings.js';

/*
 * Everything the two threads tell each other apart from calls and their completions. Each message travels as JSON text in
 * a `CONTROL` record of the ring of its direction, so it is ordered against the calls (or completions) around it.
 */

/** A Compact schema, as the protocol has it. */
export type CompactSchema = StructOf<'Schema'>;

export type ToWorker =
  /**
   * Register a listener on every connection there is and will be. `add` and `remove` are the requests that do and undo it,
   * in base64; `remove` without the registration's id, which each member gives it. With `nearCache`, the name of a map, its events
   * come as records of `InvalidationKind`.
   */
  | {
      readonly type: 'listen';
      readonly registration: number;
      readonly add: string;
      readonly remove: string;
      /** Another worker had it, which is dead: a member that refuses is asked again, until it accepts. */
      readonly isTakenOver: boolean;
      readonly nearCache?: string;
    }
  /**
   * Ask the members how much they have told the near caches of these maps. Each gets what they say as records of its events; the
   * answer comes behind them.
   */
  | { readonly type: 'ask-invalidations'; readonly maps: readonly string[] }
  | { readonly type: 'unlisten'; readonly registration: number }
  /** What the near caches of all maps did since they were made, by the names of the maps: for the next statistics. */
  | { readonly type: 'near-cache-figures'; readonly figures: Readonly<Record<string, NearCacheFigures>> }
  /** A Compact schema of the client: every cluster it comes to must have it before its calls. */
  | { readonly type: 'schema'; readonly schema: CompactSchema }
  /** Nobody will fetch the responses of this call any more. */
  | { readonly type: 'drop'; readonly call: number }
  /** The shard leads from now on: the one that led is dead. */
  | { readonly type: 'lead' }
  /** The leader is in this cluster: a shard that does not lead goes there, too, and nowhere else. */
  | { readonly type: 'follow'; readonly cluster: Resumption }
  /** What does the agent do at this moment? The answer bears the question's number. */
  | { readonly type: 'diagnose'; readonly question: number }
  /** Keep a CP session alive with a heartbeat each interval. */
  | {
      readonly type: 'keep-session';
      readonly session: CpSession;
      readonly intervalMillis: number;
      /** Another worker kept it, which is dead: the first heartbeat is due. */
      readonly isTakenOver: boolean;
    }
  /** Keep this session alive no longer: it holds nothing any more. */
  | { readonly type: 'drop-session'; readonly session: CpSession };

/** What a near cache did, by the names that Management Center knows. */
export interface NearCacheFigures {
  /** Milliseconds since 1970. */
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

/** What a compute thread asks a worker for, by its port: responses to the `DEFERRED` requests of a call. */
export interface FetchResponses {
  readonly call: number;
  /** At most so many at once. */
  readonly most: number;
  /** How long to wait for the next one where there is none, in milliseconds; 0: not at all. */
  readonly timeoutMillis: number;
}

export interface MemberDescription {
  readonly uuid: string;
  readonly address: Address;
  /** Where it is reached from outside its network, if it says so. */
  readonly publicAddress: Address | null;
  readonly liteMember: boolean;
  readonly version: { readonly major: number; readonly minor: number; readonly patch: number };
  readonly attributes: Readonly<Record<string, string>>;
}

export type FromWorker =
  /** The first connection of an outage (or of the start) is authenticated; calls may be routed from here on. */
  | {
      readonly type: 'connected';
      /** Index in the settings' `candidates`. */
      readonly candidate: number;
      readonly clusterId: string;
      readonly partitionCount: number;
      readonly localAddress: Address;
    }
  /** The connection told of last is to another of the candidates than the one before. */
  | { readonly type: 'changed-cluster'; readonly clusterName: string }
  /** There is one more connection that carries calls, or one less; addresses as in log lines. */
  | { readonly type: 'connection-opened'; readonly member: string; readonly address: string }
  | {
      readonly type: 'connection-lost';
      readonly member: string;
      readonly address: string;
      readonly reason: string;
    }
  /** A `TRACED` call is tried again: of its number the slot alone, which is taken until the call's completion. */
  | {
      readonly type: 'call-retried';
      readonly slot: number;
      readonly attempt: number;
      readonly reason: string;
    }
  /** The completion of a `TRACED` call follows. Null: the call is on no connection. Bytes of the response, 0 for an error. */
  | {
      readonly type: 'call-ended';
      readonly slot: number;
      readonly member: string | null;
      readonly address: string | null;
      readonly responseBytes: number;
    }
  /** Keys that objects of JSON values have; 0 begins a new list of shapes. */
  | { readonly type: 'shape'; readonly number: number; readonly keys: readonly string[] }
  /** The last connection is gone. */
  | { readonly type: 'disconnected'; readonly reason: string }
  /** No connection could be made to an address, while there was none. */
  | { readonly type: 'unreachable'; readonly reason: string }
  | { readonly type: 'members'; readonly version: number; readonly members: readonly MemberDescription[] }
  /** The partitions each member owns, whenever that changes. */
  | {
      readonly type: 'partitions';
      readonly owners: readonly (readonly [uuid: string, ids: readonly number[]])[];
    }
  /** Every connection of the moment has the listener. */
  | { readonly type: 'listening'; readonly registration: number }
  /** A member refused the listener; none has it. */
  | { readonly type: 'listen-failed'; readonly registration: number; readonly error: WireError }
  /** `wasKnown`: all members that had the registration still knew it. */
  | { readonly type: 'unlistened'; readonly registration: number; readonly wasKnown: boolean }
  /** The answer to `ask-invalidations`. Null: all members have said it; otherwise why one has not. */
  | { readonly type: 'invalidations-asked'; readonly failure: string | null }
  | { readonly type: 'diagnosis'; readonly question: number; readonly diagnosis: AgentDiagnosis }
  /** The group has closed a session that was to be kept. */
  | { readonly type: 'session-closed'; readonly session: CpSession }
  /** The cluster cannot be entered, or not in time: the client has to shut down. */
  | { readonly type: 'gave-up'; readonly error: WireError }
  | { readonly type: 'log'; readonly level: LogLevel; readonly source: string; readonly message: string };

export type LogLevel = 'error' | 'warn' | 'info' | 'debug' | 'trace';

/** An error on its way between threads; the caller's side rebuilds the class from `code`. */
export interface WireError {
  readonly code: string;
  readonly message: string;
  /** The figures in the message. */
  readonly details?: Readonly<Record<string, number>>;
  /** What the member threw, its causes after it. */
  readonly remote?: readonly ErrorHolder[];
}

/** Codes of errors that are born in the worker. */
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
  /** The class is the member's: see `remote`. */
  MEMBER: 'ERR_OFFLOOP_MEMBER',
} as const;
export type WorkerErrorCode = (typeof WorkerErrorCode)[keyof typeof WorkerErrorCode];
