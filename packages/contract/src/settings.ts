import type { SecureVersion } from 'node:tls';

/** Prefix of `host` in the address of a Unix-domain socket. */
export const UNIX_PREFIX = 'unix:';

/** A member's address. For a Unix-domain socket `host` is `unix:/path` and `port` 0. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** Formats an address for log lines and errors: `host:port`, or `unix:/path`. */
export function addressText({ host, port }: Address): string {
  return host.startsWith(UNIX_PREFIX) ? host : `${host}:${port}`;
}

/** Credentials that a member checks: a name and a password, or the bytes of a token or of a serialized object. */
export type Credentials =
  { readonly username: string | null; readonly password: string | null } | { readonly token: Uint8Array };

/** TLS settings of the connections to a cluster's members. */
export interface TlsSettings {
  /** Options for `tls.connect`, only cloneable values. Used if `module` is null. */
  readonly options: Readonly<Record<string, unknown>>;
  /** URL of a module that the worker imports. It exports `getSSLOptions`, and optionally `init`. Null: `options` are used. */
  readonly module: string | null;
  /** Argument of the module's `init`. */
  readonly properties: Readonly<Record<string, unknown>>;
  /** Require a certificate for the name or address that was connected to. */
  readonly verifyIdentity: boolean;
}

/** Hazelcast Cloud's discovery service, which is asked for the addresses of a cluster's members. */
export interface CloudSettings {
  /** An `https:` URL, without the path. */
  readonly url: string;
  /** The cluster's discovery token, a secret. */
  readonly token: string;
}

/** A cluster that the client may connect to: the only one, or one of those that a failover client tries in turn. */
export interface CandidateCluster {
  readonly clusterName: string;
  readonly credentials: Credentials;
  /** Addresses that are tried first. */
  readonly addresses: readonly Address[];
  /** Addresses that are tried when none of `addresses` answers: the further ports of a range. */
  readonly secondaryAddresses: readonly Address[];
  /** Null: `addresses` are used. Otherwise there are none, and the service is asked for them in each round. */
  readonly cloud: CloudSettings | null;
  /** TLS settings; null: plain TCP. */
  readonly tls: TlsSettings | null;
}

/** Node.js's defaults for opening sockets. Each thread has its own; options of `node` or the program may set them. */
export interface SocketDefaults {
  readonly tlsMinVersion: SecureVersion;
  readonly tlsMaxVersion: SecureVersion;
  readonly tlsCiphers: string;
  readonly dnsResultOrder: 'ipv4first' | 'ipv6first' | 'verbatim';
  readonly autoSelectFamily: boolean;
  readonly autoSelectFamilyAttemptTimeout: number;
}

/**
 * The cluster that the client is in, or was in last. A worker that replaces a dead one returns to it, and shards that do not lead
 * enter it.
 */
export interface Resumption {
  /** Index of the cluster in `candidates`. */
  readonly candidate: number;
  readonly clusterId: string;
  readonly partitionCount: number;
}

/** Settings of one shard's agent. They are cloned to the worker once, at its start. */
export interface ShardSettings {
  /** Clusters to try, in order; at least one. */
  readonly candidates: readonly CandidateCluster[];
  /** Rounds over all candidates before the client gives up. Null: no failover, so there is one candidate. */
  readonly failoverTryCount: number | null;
  /** Cluster to return to. Null at the first start. */
  readonly resumption: Resumption | null;
  /**
   * True for the shard that leads: it chooses the cluster and decides to give up. Each other shard waits until it is told of the
   * leader's cluster, then enters that one.
   */
  readonly leads: boolean;
  /** The shard's number, from 0. */
  readonly shard: number;
  /** Memory in which all shards of the client count bytes: see `trafficMemory`. */
  readonly traffic: SharedArrayBuffer;
  readonly clientName: string;
  readonly clientUuid: string;
  /** The UUIDs of all shards of the client. */
  readonly clientUuids: readonly string[];
  readonly clientVersion: string;
  readonly labels: readonly string[];
  /** Try addresses in random order, each of `addresses` before any of `secondaryAddresses`. */
  readonly shuffleMembers: boolean;
  /** Connect to members at their public addresses. Null: the client finds out which to use. */
  readonly usePublicIp: boolean | null;
  /** True: a connection to each member, and calls on a partition go to its owner. False: one connection for all calls. */
  readonly smartRouting: boolean;
  /** Policy by which a member is picked for calls that any of them can answer. */
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
  /**
   * Most milliseconds that an answer waits for its backup acks. Then the call succeeds, or fails if `failOnIndeterminateState` is
   * set.
   */
  readonly backupTimeoutMillis: number;
  readonly failOnIndeterminateState: boolean;
  /** Join the calls of one drain into one write. */
  readonly pipelining: boolean;
  /** Bytes of joined calls after which they are written at once, though the drain goes on. */
  readonly pipeliningThresholdBytes: number;
  /** Set `TCP_NODELAY`, so that the kernel sends a small write at once. */
  readonly noDelay: boolean;
  readonly maxMessageBytes: number;
  /** Length in bytes from which a JSON value reaches the caller as a tape. Null: JSON stays text. */
  readonly packJsonFrom: number | null;
  /** The byte order of serialized values' payloads, as members are configured; headers are big-endian in any case. */
  readonly littleEndian: boolean;
  /** Read into one reused buffer for each connection. False: Node.js allocates buffers, and their bytes are copied. */
  readonly reuseReadBuffer: boolean;
  /** Most bytes of one read into the reused buffer. Null: adaptive. */
  readonly readChunkBytes: number | null;
  /** The caller's defaults, so that a worker thread opens sockets as the caller's thread would. */
  readonly socketDefaults: SocketDefaults;
}

export type LoadBalancing = 'ROUND_ROBIN' | 'RANDOM';

export type ReconnectMode = 'ON' | 'OFF' | 'ASYNC';
