import type { SecureVersion } from 'node:tls';
import type { ErrorHolder, StructOf } from '@offloop/wire/protocol';
import type { AgentDiagnosis } from './diagnosis.js';

/**
 * Everything the two threads tell each other apart from calls and their completions. Each message travels as JSON text in
 * a `CONTROL` record of the ring of its direction, so it is ordered against the calls (or completions) around it.
 */

/** How the `host` of a Unix-domain socket's address begins. */
export const UNIX_PREFIX = 'unix:';

/** A member's address. For a Unix-domain socket `host` is `unix:/path` and `port` 0. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** How an address is written in log lines and errors. */
export function addressText({ host, port }: Address): string {
  return host.startsWith(UNIX_PREFIX) ? host : `${host}:${port}`;
}

/** What a member is shown to let this client in: a name and a password, or the bytes of a token or of a serialized object. */
export type Credentials =
  { readonly username: string | null; readonly password: string | null } | { readonly token: Uint8Array };

/** How connections are encrypted. */
export interface TlsSettings {
  /** Options of `tls.connect`, the cloneable ones. Of a module, what its `getSSLOptions` is called with lies in `properties`. */
  readonly options: Readonly<Record<string, unknown>>;
  /** URL of a module the worker imports: it exports `getSSLOptions`, and `init` if it has something to prepare. */
  readonly module: string | null;
  readonly properties: Readonly<Record<string, unknown>>;
  /** Whether a certificate must be for the name or address that was connected to. */
  readonly verifyIdentity: boolean;
}

/** A cluster to enter: the only one, or one of those a failover client goes round. */
export interface CandidateCluster {
  readonly clusterName: string;
  readonly credentials: Credentials;
  /** First choices, and those that are only tried when none of the first answers (the further ports of a range). */
  readonly addresses: readonly Address[];
  readonly secondaryAddresses: readonly Address[];
  /** Null: plain TCP. */
  readonly tls: TlsSettings | null;
}

/** How Node opens sockets where nothing else is said: of each thread its own, set by options of `node` or by the program. */
export interface SocketDefaults {
  readonly tlsMinVersion: SecureVersion;
  readonly tlsMaxVersion: SecureVersion;
  readonly tlsCiphers: string;
  readonly dnsResultOrder: 'ipv4first' | 'ipv6first' | 'verbatim';
  readonly autoSelectFamily: boolean;
  readonly autoSelectFamilyAttemptTimeout: number;
}

/** What a client knows of the cluster it was in, for the worker that takes a dead one's place. */
export interface Resumption {
  /** Index in `candidates`. */
  readonly candidate: number;
  readonly clusterId: string;
  readonly partitionCount: number;
}

/** How to reach and to enter the cluster, and how patient to be. Cloneable: it crosses to the worker once, at its start. */
export interface ShardSettings {
  /** At least one. */
  readonly candidates: readonly CandidateCluster[];
  /** Rounds over all candidates before the client gives up; null: not a failover client, one candidate and no round. */
  readonly failoverTryCount: number | null;
  /** Null at the first start. */
  readonly resumption: Resumption | null;
  readonly clientName: string;
  readonly clientUuid: string;
  readonly clientVersion: string;
  readonly labels: readonly string[];
  /** Try addresses in random order, though none of the second choices before the first ones. */
  readonly shuffleMembers: boolean;
  /** Whether members are connected to at their public addresses; null: find out. */
  readonly usePublicIp: boolean | null;
  /** A connection to each member, partition calls to their owner; otherwise one connection for all. */
  readonly smartRouting: boolean;
  /** How calls that any member can answer are spread. */
  readonly loadBalancing: LoadBalancing;
  readonly reconnectMode: ReconnectMode;
  readonly connectionTimeoutMillis: number;
  readonly retry: {
    readonly initialBackoffMillis: number;
    readonly maxBackoffMillis: number;
    readonly multiplier: number;
    /** Share of a pause, 0 to 1, by which it is randomly shortened or lengthened. */
    readonly jitter: number;
    /** Milliseconds after which the cluster counts as unreachable; −1 for never. */
    readonly clusterConnectTimeoutMillis: number;
  };
  readonly heartbeatIntervalMillis: number;
  readonly heartbeatTimeoutMillis: number;
  /** Milliseconds between two reports of the client's figures to a member; 0: none. */
  readonly statisticsPeriodMillis: number;
  readonly invocationTimeoutMillis: number;
  readonly invocationRetryPauseMillis: number;
  readonly redoOperation: boolean;
  /** Let members acknowledge backups to this client instead of to the owner of the partition. Needs `smartRouting`. */
  readonly backupAcks: boolean;
  /** Milliseconds an answer waits for the acks of its backups; then it counts, or fails if so wanted. */
  readonly backupTimeoutMillis: number;
  readonly failOnIndeterminateState: boolean;
  /** Join the calls of one drain into one write. */
  readonly pipelining: boolean;
  /** Bytes after which a write goes out even though the drain goes on. */
  readonly pipeliningThresholdBytes: number;
  readonly maxMessageBytes: number;
  /** Bytes from which a JSON value is parsed and packed here; null: JSON stays text. */
  readonly packJsonFrom: number | null;
  /** The byte order of serialized values' payloads, as members are configured; headers are big-endian in any case. */
  readonly littleEndian: boolean;
  /** Read into one reused buffer a connection; false takes the copying fallback. */
  readonly reuseReadBuffer: boolean;
  /** Most bytes of one read into that buffer; null: adaptive. */
  readonly readChunkBytes: number | null;
  /** The caller's, for a worker thread to open sockets as the caller's thread would. */
  readonly socketDefaults: SocketDefaults;
}

export type LoadBalancing = 'ROUND_ROBIN' | 'RANDOM';

export type ReconnectMode = 'ON' | 'OFF' | 'ASYNC';

/** As the protocol has it. */
export type CompactSchema = StructOf<'Schema'>;

export type ToWorker =
  /**
   * Register a listener on every connection there is and will be. `add` and `remove` are the requests that do and undo it,
   * in base64; `remove` without the registration's id, which each member gives it.
   */
  | {
      readonly type: 'listen';
      readonly registration: number;
      readonly add: string;
      readonly remove: string;
    }
  | { readonly type: 'unlisten'; readonly registration: number }
  /** A Compact schema of the client: every cluster it comes to must have it before its calls. */
  | { readonly type: 'schema'; readonly schema: CompactSchema }
  /** Nobody will fetch the responses of this call any more. */
  | { readonly type: 'drop'; readonly call: number }
  /** What does the agent do at this moment? The answer bears the question's number. */
  | { readonly type: 'diagnose'; readonly question: number }
  /** Keep a CP session alive with a heartbeat each interval. */
  | { readonly type: 'keep-session'; readonly session: CpSession; readonly intervalMillis: number }
  /** It holds nothing any more. */
  | { readonly type: 'drop-session'; readonly session: CpSession };

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
  /** How long to wait for the next one where there is none; 0: not at all. */
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
  | { readonly type: 'unlistened'; readonly registration: number }
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

/** Counters the agent keeps for `client.stats()`. */
export const WorkerCounter = {
  BYTES_IN: 0,
  BYTES_OUT: 1,
  WRITES: 2,
  READS: 3,
  MESSAGES_IN: 4,
  RETRIES: 5,
  LATE_RESPONSES: 6,
  CONNECTIONS: 7,
  BACKUP_ACKS: 8,
  PACKED: 9,
} as const;
