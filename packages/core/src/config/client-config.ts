import type { Member } from '../cluster/member.js';
import type { Cluster, MembershipListener } from '../cluster/membership.js';
import type { ForeignLogger } from '../logging/foreign-loggers.js';
import type { ILogger } from '../logging/logger.js';
import type { LifecycleState } from '../values/lifecycle-state.js';
import type { IdentifiedDataSerializableFactory } from '../values/serialization/identified.js';
import type { PortableFactory } from '../values/serialization/portable/portable.js';
import type { Serializer } from '../values/serialization/serializer.js';
import type { Int64Type, JsonStringDeserializationPolicy } from '../values/serialization/settings.js';
import type { CompactSerializationConfig } from './compact-config.js';
import type { FlakeIdGeneratorConfig } from './flake-id-generator-config.js';
import type { MetricsConfig } from './metrics-config.js';
import type { Properties } from './properties.js';
import type { ReliableTopicConfig } from './reliable-topic-config.js';
import type { SecurityConfig } from './security-config.js';
import type { SSLConfig } from './tls-config.js';

/** How the client behaves when the last connection is gone. */
export const ReconnectMode = {
  /** It shuts down. */
  OFF: 'OFF',
  /** It reconnects; calls wait meanwhile. */
  ON: 'ON',
  /** It reconnects; calls are rejected with `ClientOfflineError` meanwhile. */
  ASYNC: 'ASYNC',
} as const;
export type ReconnectMode = (typeof ReconnectMode)[keyof typeof ReconnectMode];

/**
 * Options of a client: those of `hazelcast-client` by their names, types and defaults, and `runtime`.
 *
 * An unknown option, a wrong type, or a value out of range is an `InvalidConfigurationError`; so is an official option
 * that this client does not support yet.
 */
export interface ClientConfig {
  /** The cluster to connect to. Default `'dev'`. */
  clusterName?: string;
  /** The client's name, seen by members. Default `hz.client_` and a number counting from 0 in this process. */
  instanceName?: string;
  /** Labels members see. Default none. */
  clientLabels?: string[];
  /** Where the cluster is, and how it is talked to. */
  network?: ClientNetworkConfig;
  /** When the client connects, and what it does without a connection. */
  connectionStrategy?: ConnectionStrategyConfig;
  /** How calls that any member can answer are spread. */
  loadBalancer?: LoadBalancerConfig;
  /** What members are shown to let the client in. Default nothing. */
  security?: SecurityConfig;
  /** The former way to say `security.custom`; not both. Default null. */
  customCredentials?: unknown;
  /** Called for every lifecycle event, from `STARTING` on. */
  lifecycleListeners?: Array<(state: LifecycleState) => void>;
  /** Hear of members from the first list of them on. Default none. */
  membershipListeners?: MembershipListener[];
  /** What values are written as and read as. */
  serialization?: SerializationConfig;
  /**
   * One of our kind, of pino (or bunyan), of winston, or a console. Default: a logger to the console. Both consoles get what the property
   * `hazelcast.logging.level` says.
   */
  customLogger?: ILogger | ForeignLogger;
  /**
   * Whether members that keep backups acknowledge them straight to the client, which spares the owner of the partition the
   * wait. Default true. Without effect where `network.smartRouting` is false: owners answer when their backups are made.
   */
  backupAckToClientEnabled?: boolean;
  /** Figures of this client for Management Center. */
  metrics?: MetricsConfig;
  /** How flake id generators keep ids in stock, by their names or patterns (`orders-*`); `default` is for all others. */
  flakeIdGenerators?: { [name: string]: FlakeIdGeneratorConfig };
  /** Official properties, by their names. */
  properties?: Partial<Properties>;
  /**
   * Reliable topics by their names; `*` in one stands for any text, and `default` for topics that have none. The most specific
   * goes. Default none.
   */
  reliableTopics?: { [name: string]: ReliableTopicConfig };
  /** What the official client does not have: threads, rings and limits. */
  runtime?: RuntimeConfig;
}

/** `network`. */
export interface ClientNetworkConfig {
  /**
   * Members to ask for the cluster: `host`, `host:port`, an IPv6 address or `[IPv6]:port`; without a port, 5701 to 5703
   * are tried. Or `unix:/path`, a Unix-domain socket. Default `['127.0.0.1']`.
   */
  clusterMembers?: string[];
  /** Milliseconds to open a connection, and as many again to be authenticated on it; 0: no limit. Default 5000. */
  connectionTimeout?: number;
  /** Send operations again that may have run, when their connection is lost. Default false. */
  redoOperation?: boolean;
  /** A connection to every member, operations on a key to its owner; false: one connection for all. Default true. */
  smartRouting?: boolean;
  /** TLS. Default off. */
  ssl?: SSLConfig;
}

/** `connectionStrategy`. */
export interface ConnectionStrategyConfig {
  /** Whether the client is there before it is connected. Default false. */
  asyncStart?: boolean;
  /** Default `ON`. */
  reconnectMode?: ReconnectMode;
  /** How long, and how often, it tries. */
  connectionRetry?: ConnectionRetryConfig;
}

/** Pauses between attempts to connect: the first, multiplied after each failure, up to the greatest. */
export interface ConnectionRetryConfig {
  /** Milliseconds, 0 or more. Default 1000. */
  initialBackoffMillis?: number;
  /** Milliseconds, 0 or more. Default 30000. */
  maxBackoffMillis?: number;
  /** Milliseconds after which the cluster is given up; −1: never, 0: after the first attempt. Default −1. */
  clusterConnectTimeoutMillis?: number;
  /** At least 1. Default 1.05. */
  multiplier?: number;
  /** Share of a pause by which it is randomly longer or shorter, 0 to 1. Default 0. */
  jitter?: number;
}

/** How calls that any member can answer are spread over the members. */
export const LoadBalancerType = {
  /** Each time to a random one. */
  RANDOM: 'RANDOM',
  /** To each in turn. */
  ROUND_ROBIN: 'ROUND_ROBIN',
} as const;
export type LoadBalancerType = (typeof LoadBalancerType)[keyof typeof LoadBalancerType];

/** `loadBalancer`. Without effect where `network.smartRouting` is false. */
export interface LoadBalancerConfig {
  /** Default `ROUND_ROBIN`. */
  type?: LoadBalancerType;
  /** One of the application's own, on the caller's thread; then `type` counts only where it has no answer. Default none. */
  customLoadBalancer?: LoadBalancer;
}

/**
 * Chooses the member for each call that is not for a key, on the caller's thread. Not asked where `network.smartRouting`
 * is false, nor by calls that are sent again.
 *
 * What it throws rejects the call it was asked for with IllegalStateError.
 */
export interface LoadBalancer {
  /**
   * Called once, when the client is connected (with `connectionStrategy.asyncStart`: when it is made). What it throws, or its
   * promise rejects with, makes the client fail to start.
   *
   * @param config as the client was given it.
   */
  initLoadBalancer(cluster: Cluster, config: ClientConfig): void;
  /** The member for the next call. Null, or one without a connection: any member is taken. */
  next(): Member | null;
  /** @deprecated not called, as by the official client since 5.0 */
  nextDataMember?(): Member | null;
  /** @deprecated not called, as by the official client since 5.0 */
  canGetNextDataMember?(): boolean;
}

/** `serialization`. Its functions run on the caller's thread. */
export interface SerializationConfig {
  /** The type a `number` is written as: byte, short, integer, long, float or double. Default `'double'`. */
  defaultNumberType?: string;
  /**
   * What an int64 that somebody stored is read as: `'long'`, a `Long` as with the official client, or `'bigint'`. Default
   * `'long'`. Written are both: a `Long` as an int64, a `bigint` as a BigInteger.
   */
  int64?: Int64Type;
  /** The byte order of serialized values; that of the members. Default true. */
  isBigEndian?: boolean;
  /** Factories of IdentifiedDataSerializable objects by their ids. Default none. */
  dataSerializableFactories?: { [factoryId: number]: IdentifiedDataSerializableFactory };
  /** Factories of Portable objects by their ids. Default none. */
  portableFactories?: { [factoryId: number]: PortableFactory };
  /** The version of Portable objects that have none of their own. Default 0. */
  portableVersion?: number;
  /** Default `EAGER`: JSON values are parsed. */
  jsonStringDeserializationPolicy?: JsonStringDeserializationPolicy;
  /** Classes that are written as Compact values. Default none. */
  compact?: CompactSerializationConfig;
  /** For objects with their id as `hzCustomId`. Default none. */
  customSerializers?: Serializer[];
  /** For objects that have no other type, in place of JSON. Default none. */
  globalSerializer?: Serializer;
}

/** How the caller's thread waits for completions. */
export const Wait = {
  /** It does not: it is woken. An idle client uses no CPU. */
  PARK: 'park',
  /** It looks on for a while before it parks: lower latency of single calls, but the event loop looks busy. */
  LINGER: 'linger',
} as const;
export type Wait = (typeof Wait)[keyof typeof Wait];

/** `runtime`: what the official client does not have. */
export interface RuntimeConfig {
  /**
   * Worker threads: 1, which is also the most as yet, or 0: everything on the caller's event loop, which must then turn for
   * connections to live. Default `'auto'`: 1 where the process may use two CPUs or more (quotas of containers counted),
   * else 0. `client.stats().runtime` says which, and why.
   */
  workers?: number | 'auto';
  /** Bytes of the request ring, a power of two from 1 KiB to 1 GiB. Default 1 MiB. */
  requestRingBytes?: number;
  /** Bytes of the completion ring, a power of two from 1 KiB to 1 GiB. Default 4 MiB. */
  completionRingBytes?: number;
  /** Default `'park'`. */
  wait?: Wait;
  /** Microseconds a worker looks on before it parks (and the caller's thread, with `wait: 'linger'`), 0 to 1,000,000. Default 100. */
  lingerMicros?: number;
  /** Bytes of the requests of all calls under way, waiting ones among them; past it calls are rejected. Default 256 MiB. */
  maxPendingBytes?: number;
  /** Calls that may be under way; past it calls are rejected. Default 1,000,000. */
  maxPendingCalls?: number;
  /** Longest message taken from a member, in bytes: 1 KiB to less than 2 GiB. A call whose response is longer rejects. Default 512 MiB. */
  maxMessageBytes?: number;
  /**
   * Bytes of answers too long for the completion ring that the worker may have handed over before the caller's loop takes
   * them; past it the worker stops reading until it does. Default 32 MiB, from 1 KiB on.
   */
  maxSpilledBytes?: number;
  /**
   * Milliseconds the caller's event loop may be blocked before its worker disconnects, lest a hung process hold its
   * locks for ever. Default 300000, after which members give up a silent client too; at least 1000.
   */
  callerStallTimeoutMillis?: number;
  /** Compute threads, for `getTransformed` and `getAllTransformed`. */
  transforms?: TransformsConfig;
  /**
   * Bytes from which the worker parses a JSON value that was read alone, and hands it over packed, for at most a quarter
   * of its time. 0: never, the default: what it saves the caller is less than it costs the worker. At least 16384 is worth
   * trying. Without a worker nothing is packed.
   */
  packJsonFrom?: number;
  /** Read sockets into one reused buffer each; false: let Node.js allocate. Default true. */
  reuseReadBuffer?: boolean;
  /**
   * Most bytes of one read into that buffer, 4096 to 67108864. Default: adaptive, from 256 KiB up to 4 MiB as reads fill
   * it.
   */
  readChunkBytes?: number;
}

/** The threads that run transforms: none before the first, and all ended by `shutdown`. */
export interface TransformsConfig {
  /** Most threads; each is started when a task finds the others busy. Default: one less than there are CPUs, at least 1. */
  threads?: number;
  /** Calls under way beyond one a thread; past it calls are rejected with `BackpressureError`. Default 1000. */
  maxQueue?: number;
  /** Limits of each thread's engine. Default: Node's. */
  resourceLimits?: ResourceLimits;
  /**
   * On Linux, by how much the threads' priority is lower than the other threads': 0 (not at all) to 19. Default 10, so that
   * the caller's thread finds a CPU when it has something to do. Elsewhere a thread has no priority of its own. Other than
   * 0, on any system: where the threads leave no CPU to others, they yield theirs for a moment every half millisecond.
   */
  niceness?: number;
  /**
   * A module that exports `customSerializers` (an array), `globalSerializer`, `dataSerializableFactories`, `portableFactories`,
   * or several of them, for values that transforms read: a `file:` URL or an absolute path. Those of `serialization` are
   * functions of the caller's thread and cannot cross.
   * Default: none, and a value that needs one is an error of its call.
   */
  serializersModule?: URL | string;
}

/** Node's limits of a worker thread. What passes one loses its thread, and its own call only. */
export interface ResourceLimits {
  /** MB, at least 16: with less than about 8 no thread can begin. */
  maxOldGenerationSizeMb?: number;
  /** MB, at least 1, as are the others. */
  maxYoungGenerationSizeMb?: number;
  codeRangeSizeMb?: number;
  stackSizeMb?: number;
}
