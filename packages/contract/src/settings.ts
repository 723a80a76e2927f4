import type { SecureVersion } from 'node:tls';

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

/** Where the members of a cluster of Hazelcast Cloud are asked for. */
export interface CloudSettings {
  /** An `https:` URL, without the path. */
  readonly url: string;
  /** A secret. */
  readonly token: string;
}

/** A cluster to enter: the only one, or one of those a failover client goes round. */
export interface CandidateCluster {
  readonly clusterName: string;
  readonly credentials: Credentials;
  /** First choices, and those that are only tried when none of the first answers (the further ports of a range). */
  readonly addresses: readonly Address[];
  readonly secondaryAddresses: readonly Address[];
  /** Null: the addresses above count. Otherwise there are none, and the service is asked for them in each round. */
  readonly cloud: CloudSettings | null;
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

/** What a client knows of the cluster it is in, or was in last: for a worker that takes a dead one's place, and for those that follow. */
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
  /**
   * Whether this shard leads: it chooses the cluster, and gives it up. A shard that follows enters the cluster that the leader is in.
   * It waits until it is told of one.
   */
  readonly leads: boolean;
  /** The shard's number, from 0. */
  readonly shard: number;
  /** What the shards of the client share for its statistics: see `trafficMemory`. */
  readonly traffic: SharedArrayBuffer;
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
  /** Bytes from which a JSON value goes as a tape; null: JSON stays text. */
  readonly packJsonFrom: number | null;
  /** The byte order of serialized values' payloads, as members are configured; headers are big-endian in any case. */
  readonly littleEndian: boolean;
  /** Read into one reused buffer a connection; false takes the copying fallback. */
  readonly reuseReadBuffer: boolean;
  /** Most bytes of one read into that buffer; null: adaptive. */
  readonly readChunkBytes: number | null;
  /** The caller's defaults, so that a worker thread opens sockets as the caller's thread would. */
  readonly socketDefaults: SocketDefaults;
}

export type LoadBalancing = 'ROUND_ROBIN' | 'RANDOM';

export type ReconnectMode = 'ON' | 'OFF' | 'ASYNC';
