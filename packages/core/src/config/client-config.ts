import type { Member } from '../cluster/member.js';
import type { Cluster, MembershipListener } from '../cluster/membership.js';
import type { ForeignLogger } from '../logging/foreign-loggers.js';
import type { ILogger } from '../logging/logger.js';
import type {
  IdentifiedDataSerializableFactory,
  PortableFactory,
  Serializer,
  Int64Type,
  JsonStringDeserializationPolicy,
} from '@offloop/values';
import type { ClientCloudConfig } from './cloud-config.js';
import type { CompactSerializationConfig } from './compact-config.js';
import type { FlakeIdGeneratorConfig } from './flake-id-generator-config.js';
import type { MetricsConfig } from './metrics-config.js';
import type { NearCacheConfig } from './near-cache-config.js';
import type { Properties } from './properties.js';
import type { ReliableTopicConfig } from './reliable-topic-config.js';
import type { SecurityConfig } from './security-config.js';
import type { SSLConfig } from './tls-config.js';

/** Actions of a client that has lost its last connection. */
export const ReconnectMode = {
  /** The client shuts down. */
  OFF: 'OFF',
  /** The client reconnects, and calls wait for that. */
  ON: 'ON',
  /** The client reconnects, and calls reject with ClientOfflineError until then. */
  ASYNC: 'ASYNC',
} as const;
export type ReconnectMode = (typeof ReconnectMode)[keyof typeof ReconnectMode];

/**
 * Options of a client: those of `hazelcast-client`, with the same names, types and defaults, and `runtime`.
 *
 * An unknown option, a wrong type, a value out of range, or an official option that this client does not support yet
 * makes the client fail to start with InvalidConfigurationError.
 */
export interface ClientConfig {
  /** Name of the cluster to connect to. Default `'dev'`. */
  clusterName?: string;
  /** The client's name, which members see. Default `hz.client_` and a number that counts from 0 in this process. */
  instanceName?: string;
  /** Labels of this client, which members see. Default none. */
  clientLabels?: string[];
  /** Addresses of the cluster, and how the client connects to it. */
  network?: ClientNetworkConfig;
  /** Settings for connecting and reconnecting. */
  connectionStrategy?: ConnectionStrategyConfig;
  /** Limits of calls that the official client does not have. */
  invocation?: InvocationConfig;
  /** Policy by which calls that any member can answer are spread over the members. Default: in turn. */
  loadBalancer?: LoadBalancerConfig;
  /** The credentials that the client shows to members. Default none. */
  security?: SecurityConfig;
  /** Older name of `security.custom`. With `security` beside it the client fails to start. Default null. */
  customCredentials?: unknown;
  /** Functions called with every lifecycle state, from `STARTING` on. Default none. */
  lifecycleListeners?: Array<(state: LifecycleState) => void>;
  /** Listeners told of members, beginning with the first member list. Default none. */
  membershipListeners?: MembershipListener[];
  /** Settings for serializing values. Without them a number is a double, and an object of no known class JSON. */
  serialization?: SerializationConfig;
  /**
   * Receives the client's log: an `ILogger`, a logger of pino, bunyan or winston, or a console. Default: the process's console.
   * The property `hazelcast.logging.level` sets the level of a console; other loggers have their own.
   */
  customLogger?: ILogger | ForeignLogger;
  /**
   * Let members acknowledge backups directly to the client, so that the partition's owner need not wait for them. Default true.
   * Has no effect if `network.smartRouting` is false: then owners answer when the backups are made.
   */
  backupAckToClientEnabled?: boolean;
  /** Figures that this client reports to members, for Management Center. Default: every 5 seconds. */
  metrics?: MetricsConfig;
  /** Settings of flake id generators by name or pattern (`orders-*`); `default` is for all others. Default: 100 ids a request, for 10 minutes. */
  flakeIdGenerators?: { [name: string]: FlakeIdGeneratorConfig };
  /**
   * Near caches by the name of their map, or by a pattern in which one `*` stands for any text; `default` is for all other maps. A
   * map that no entry is for has no near cache. Default none.
   */
  nearCaches?: { [name: string]: NearCacheConfig };
  /**
   * Settings by the official client's names, such as `hazelcast.client.heartbeat.timeout`; each has a default of its own. An unknown
   * name makes the client fail to start.
   */
  properties?: Properties;
  /**
   * Settings of reliable topics by name or pattern, in which one `*` stands for any text. An exact name wins, then the
   * longest pattern that matches, then `default`. Default none.
   */
  reliableTopics?: { [name: string]: ReliableTopicConfig };
  /** Threads, rings and limits, which the official client does not have. */
  runtime?: RuntimeConfig;
}

/** `network`: addresses of the cluster, and how the client connects to it. */
export interface ClientNetworkConfig {
  /**
   * Addresses at which the client looks for the cluster: `host`, `host:port`, an IPv6 address, `[IPv6]:port`, or `unix:/path`
   * for a Unix-domain socket. Without a port, 5701 to 5703 are tried. Default `['127.0.0.1']`.
   */
  clusterMembers?: string[];
  /** A cluster of Hazelcast Cloud, instead of `clusterMembers`. Default: none. */
  hazelcastCloud?: ClientCloudConfig;
  /** Milliseconds to open a connection, and as many again to authenticate on it; 0: no limit. Default 5000. */
  connectionTimeout?: number;
  /** Send operations again that may already have run when their connection was lost. Default false. */
  redoOperation?: boolean;
  /**
   * True: the client connects to every member and sends a key's operations to its owner. False: it connects to one member, which
   * passes operations on. Default true.
   */
  smartRouting?: boolean;
  /** TLS settings of the connections. Default: without TLS. */
  ssl?: SSLConfig;
}

/** `invocation`: limits of calls that the official client does not have. */
export interface InvocationConfig {
  /**
   * Milliseconds after which a call without a `timeout` of its own rejects with OperationTimeoutError, 1 to 2147483647; the call
   * may still run. It does not apply to calls that wait on the member until something happens, such as `take`, `lock` and
   * `await`. Default: none, as with the official client, so a call whose answer is lost on a live connection never settles.
   */
  responseTimeoutMillis?: number;
}

/** `connectionStrategy`: when the client connects and reconnects. */
export interface ConnectionStrategyConfig {
  /** Let `newHazelcastClient` resolve before the client is connected. Default false. */
  asyncStart?: boolean;
  /** Action of the client when it has lost its last connection. Default `ON`. */
  reconnectMode?: ReconnectMode;
  /** Pauses between attempts to connect, and the time after which the client gives up. */
  connectionRetry?: ConnectionRetryConfig;
}

/** Pauses between attempts to connect. Each failure multiplies the pause, up to a limit. */
export interface ConnectionRetryConfig {
  /** First pause in milliseconds, 0 or more. Default 1000. */
  initialBackoffMillis?: number;
  /** Longest pause in milliseconds, 0 or more. Default 30000. */
  maxBackoffMillis?: number;
  /** Milliseconds after which the client gives up the cluster; −1: never, 0: after the first attempt. Default −1. */
  clusterConnectTimeoutMillis?: number;
  /** Factor by which each failure multiplies the pause, at least 1. Default 1.05. */
  multiplier?: number;
  /** Random part of a pause, 0 to 1: with 0.2 it is up to 20 % longer or shorter. Default 0. */
  jitter?: number;
}

/** Policies by which calls that any member can answer are spread over the members. */
export const LoadBalancerType = {
  /** Each call goes to a random member. */
  RANDOM: 'RANDOM',
  /** Calls go to the members in turn. */
  ROUND_ROBIN: 'ROUND_ROBIN',
} as const;
export type LoadBalancerType = (typeof LoadBalancerType)[keyof typeof LoadBalancerType];

/** `loadBalancer`: chooses the members for calls that any member can answer. Has no effect if `network.smartRouting` is false. */
export interface LoadBalancerConfig {
  /** Policy that chooses the member. Default `ROUND_ROBIN`. */
  type?: LoadBalancerType;
  /** A load balancer of your own, called on the caller's thread. If it returns null, `type` chooses. Default none. */
  customLoadBalancer?: LoadBalancer;
}

/**
 * Chooses the member for each call that any member can answer. It runs on the caller's thread. It is not asked if
 * `network.smartRouting` is false, nor when a call is sent again.
 *
 * If it throws, the call rejects with IllegalStateError.
 */
export interface LoadBalancer {
  /**
   * Called once, when the client is connected, or with `connectionStrategy.asyncStart` when it is made. If this throws or
   * its promise rejects, the client fails to start.
   *
   * @param config the configuration that the client was given.
   */
  initLoadBalancer(cluster: Cluster, config: ClientConfig): void;
  /** Returns the member for the next call. If it returns null, or a member without a connection, any member is taken. */
  next(): Member | null;
  /** @deprecated not called, as by the official client since 5.0 */
  nextDataMember?(): Member | null;
  /** @deprecated not called, as by the official client since 5.0 */
  canGetNextDataMember?(): boolean;
}

/** `serialization`: settings for writing and reading values. Its functions run on the caller's thread. */
export interface SerializationConfig {
  /**
   * Type that a `number` is written as: `'byte'`, `'short'`, `'integer'`, `'long'`, `'float'` or `'double'`. The whole types cut
   * fractions, and reject a number out of their range with HazelcastSerializationError. Default `'double'`.
   */
  defaultNumberType?: string;
  /**
   * Type that a stored int64 is read as: `'long'` gives a `Long`, as the official client does, `'bigint'` a `bigint`. Default
   * `'long'`. In either case a `Long` is written as an int64. A `bigint` is written as a BigInteger; with `'bigint'` only one
   * that does not fit an int64.
   */
  int64?: Int64Type;
  /** Byte order of serialized values; true: big endian. It must be that of the members. Default true. */
  isBigEndian?: boolean;
  /** Factories of IdentifiedDataSerializable objects, by factory id. Default none. */
  dataSerializableFactories?: { [factoryId: number]: IdentifiedDataSerializableFactory };
  /** Factories of Portable objects, by factory id. Default none. */
  portableFactories?: { [factoryId: number]: PortableFactory };
  /** Version of Portable objects whose class does not name one. Default 0. */
  portableVersion?: number;
  /** Parse JSON values (`EAGER`), or read them as `HazelcastJsonValue` (`NO_DESERIALIZATION`). Default `EAGER`. */
  jsonStringDeserializationPolicy?: JsonStringDeserializationPolicy;
  /** Serializers of classes that are written as Compact values. Default none. */
  compact?: CompactSerializationConfig;
  /** Serializers of objects that name the serializer's id as `hzCustomId`. Default none. */
  customSerializers?: Serializer[];
  /** Serializer of objects that have no other type or serializer; without it they are written as JSON. Default none. */
  globalSerializer?: Serializer;
}

/** Ways in which the caller's thread waits for results of the worker. */
export const Wait = {
  /** The caller's thread sleeps until the worker wakes it. An idle client uses no CPU. */
  PARK: 'park',
  /** The caller's thread polls for `lingerMicros` before it sleeps. Single calls are faster, but the event loop looks busy. */
  LINGER: 'linger',
} as const;
export type Wait = (typeof Wait)[keyof typeof Wait];

/** `runtime`: threads, rings and limits, which the official client does not have. */
export interface RuntimeConfig {
  /**
   * Number of worker threads, 0 to 64. With 0 everything runs on the caller's event loop, which then must not be blocked for
   * long, or connections are lost. With 2 or more each worker has connections of its own, and calls go by the partition of their
   * key: only for clients whose one worker is busy all the time. Default `'auto'`: the client begins on the caller's loop and
   * starts one worker thread when it is needed, after 30 s at the latest; then each call takes the cheaper way. With fewer than two CPUs
   * (container quotas counted) it stays on the loop. `client.stats().runtime` tells which, and why.
   */
  workers?: number | 'auto';
  /**
   * Bytes of the request ring, the shared memory through which requests reach a worker: a power of two from 1 KiB to 1 GiB. Requests
   * longer than an eighth of it take a slower way. Default 1 MiB.
   */
  requestRingBytes?: number;
  /**
   * Bytes of the completion ring, the shared memory through which results come back: a power of two from 1 KiB to 1 GiB. When it is
   * full, the worker stops reading from members. Default 4 MiB.
   */
  completionRingBytes?: number;
  /** Way in which the caller's thread waits for results of the worker: it sleeps, or polls first. Default `'park'`. */
  wait?: Wait;
  /** Microseconds that the worker (and the caller's thread with `wait: 'linger'`) may poll before it parks, 0 to 1,000,000. Default 100. */
  lingerMicros?: number;
  /** Most bytes of the requests of all calls in flight, at least 1. Further calls reject with BackpressureError. Default 256 MiB. */
  maxPendingBytes?: number;
  /** Most calls in flight, at least 1. Further calls reject with BackpressureError. Default 1,000,000. */
  maxPendingCalls?: number;
  /**
   * Longest message from a member, in bytes, 1 KiB to less than 2 GiB. A call with a longer response rejects with
   * ResponseTooLargeError. Default 512 MiB.
   */
  maxMessageBytes?: number;
  /**
   * Most bytes of responses too long for the completion ring that may wait for the caller's loop, at least 1 KiB. Past it
   * the worker stops reading from members. Default 32 MiB.
   */
  maxSpilledBytes?: number;
  /**
   * Milliseconds that the caller's event loop may be blocked before the worker disconnects, so that a hung process does not hold
   * its locks for ever. At least 1000. Default 300000, after which members drop a silent client, too.
   */
  callerStallTimeoutMillis?: number;
  /** Compute threads for `getTransformed` and `getAllTransformed`. */
  transforms?: TransformsConfig;
  /**
   * Length in bytes from which the worker parses a JSON value that was read alone, so that your thread only makes its objects.
   * Default 64. 0: never. Longer values than 131072 bytes, and those that this would not speed up, are parsed by your thread in
   * any case. Has no effect without a worker, or with less than two CPUs.
   */
  packJsonFrom?: number;
  /** Read each socket into one reused buffer; false: Node.js allocates buffers. Default true. */
  reuseReadBuffer?: boolean;
  /**
   * Most bytes of one read into the reused buffer, 4096 to 67108864. Default: adaptive, from 256 KiB to 4 MiB as reads
   * fill it.
   */
  readChunkBytes?: number;
}

/** The threads that run transforms. The first starts with the first transform; `shutdown` ends them all. */
export interface TransformsConfig {
  /** Most threads. A new one starts when the others are busy. Default: one less than there are CPUs, at least 1. */
  threads?: number;
  /** Most calls that wait while each thread runs one. Further calls reject with BackpressureError. Default 1000. */
  maxQueue?: number;
  /** Limits of each thread's engine. Default: Node's. */
  resourceLimits?: ResourceLimits;
  /**
   * On Linux, the number by which the priority of these threads is lowered, 0 to 19. Default 10, so that the caller's thread gets
   * a CPU when it needs one. Other systems have no priority for a single thread. On any system, with a value above 0, threads
   * that leave no CPU to others yield theirs for a moment every half millisecond.
   */
  niceness?: number;
  /**
   * A module with the serializers of values that transforms read: a `file:` URL or an absolute path. It exports one or more
   * of `customSerializers` (an array), `globalSerializer`, `dataSerializableFactories` and `portableFactories`, because the
   * functions in `serialization` cannot cross threads. Default none: a call whose value needs one rejects.
   */
  serializersModule?: URL | string;
}

/** Node's limits of a worker thread. A transform that exceeds one ends its thread and rejects its call; other calls go on. */
export interface ResourceLimits {
  /** MB of heap for objects that live long, at least 16: with less than about 8 a thread cannot start. */
  maxOldGenerationSizeMb?: number;
  /** MB of heap for objects made recently, at least 1. */
  maxYoungGenerationSizeMb?: number;
  /** MB of memory for generated code, at least 1. */
  codeRangeSizeMb?: number;
  /** MB of the thread's stack, at least 1. */
  stackSizeMb?: number;
}

/** States of a client that lifecycle listeners are told. */
export const LifecycleState = {
  /** The client was made, but nothing runs yet. */
  STARTING: 'STARTING',
  /** The client's threads run, and it begins to connect: `CONNECTED` follows. */
  STARTED: 'STARTED',
  /** `shutdown` was called, or the client gave up. Calls reject from now on. */
  SHUTTING_DOWN: 'SHUTTING_DOWN',
  /** All connections are closed, and the worker has ended. */
  SHUTDOWN: 'SHUTDOWN',
  /** The first connection since the start, or since an outage, is open. */
  CONNECTED: 'CONNECTED',
  /** The last connection was lost. */
  DISCONNECTED: 'DISCONNECTED',
  /** Connected again, to another cluster than before. */
  CHANGED_CLUSTER: 'CHANGED_CLUSTER',
} as const;
export type LifecycleState = (typeof LifecycleState)[keyof typeof LifecycleState];
