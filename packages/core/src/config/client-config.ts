import type { SerializationSettings } from '@offloop/values';
import type { Member } from '../cluster/member.js';
import type { Cluster, MembershipListener } from '../cluster/membership.js';
import { isLogger, type ForeignLogger } from '../logging/foreign-loggers.js';
import { LOGGER_METHODS, type ILogger } from '../logging/logger.js';
import type { LifecycleState } from './lifecycle-state.js';
import { asOfficially } from './official-openings.js';
import { asFlag, asList, asText, asWord, type FileFields } from './reading/file-fields.js';
import type { NamedConfigs } from './reading/named-configs.js';
import {
  arrayOf,
  flag,
  functionOf,
  missingOf,
  oneOf,
  optional,
  rejected,
  section,
  text,
  withMethods,
  type Checked,
  type Options,
  type Reader,
} from './reading/readers.js';
import {
  readConnectionStrategy,
  type ConnectionStrategyConfig,
  type ResolvedConnectionStrategy,
} from './sections/connection-strategy-config.js';
import {
  readFlakeIdGenerators,
  type FlakeIdGeneratorConfig,
  type ResolvedFlakeIdGenerator,
} from './sections/flake-id-generator-config.js';
import {
  readInvocation,
  type InvocationConfig,
  type ResolvedInvocation,
} from './sections/invocation-config.js';
import {
  chosenMetrics,
  readMetrics,
  type MetricsConfig,
  type ResolvedMetrics,
} from './sections/metrics-config.js';
import {
  readNearCaches,
  type NearCacheConfig,
  type ResolvedNearCache,
} from './sections/near-cache-config.js';
import { readNetwork, type ClientNetworkConfig, type ResolvedNetwork } from './sections/network-config.js';
import {
  checkRepairs,
  readProperties,
  type ClientProperties,
  type Properties,
} from './sections/properties.js';
import {
  readReliableTopics,
  type ReliableTopicConfig,
  type ReliableTopicSettings,
} from './sections/reliable-topic-config.js';
import { readRuntime, type ResolvedRuntime, type RuntimeConfig } from './sections/runtime-config.js';
import {
  chosenCredentials,
  readSecurity,
  type ResolvedCredentials,
  type SecurityConfig,
} from './sections/security-config.js';
import { readSerialization, type SerializationConfig } from './sections/serialization-config.js';

/**
 * Options of a client: those of `hazelcast-client`, with the same names, types and defaults, and `runtime`.
 *
 * An unknown option, a wrong type or a value out of range makes the client fail to start with InvalidConfigurationError.
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

// The load balancer's section is here and not in a file of its own because a load balancer is given the whole configuration.

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

export type ResolvedLoadBalancer = Checked<
  LoadBalancerConfig,
  { readonly customLoadBalancer: LoadBalancer | null }
>;

const loadBalancerOptions: Options<ResolvedLoadBalancer> = {
  type: optional(oneOf(Object.values(LoadBalancerType)), LoadBalancerType.ROUND_ROBIN),
  customLoadBalancer: optional<LoadBalancer | null>(withMethods(['initLoadBalancer', 'next']), null),
};

/** A checked configuration: every option has a value. It shares nothing but the user's own objects with the given one. */
export interface ResolvedConfig {
  readonly clusterName: string;
  /** The client's name; null: the client makes one. */
  readonly instanceName: string | null;
  readonly clientLabels: readonly string[];
  readonly network: ResolvedNetwork;
  readonly connectionStrategy: ResolvedConnectionStrategy;
  readonly invocation: ResolvedInvocation;
  readonly loadBalancer: ResolvedLoadBalancer;
  readonly credentials: ResolvedCredentials;
  readonly lifecycleListeners: ReadonlyArray<(state: LifecycleState) => void>;
  readonly membershipListeners: readonly MembershipListener[];
  readonly serialization: SerializationSettings;
  /** The logger; null: the console, with the level of the property `hazelcast.logging.level`. */
  readonly customLogger: ILogger | ForeignLogger | null;
  readonly backupAckToClientEnabled: boolean;
  readonly metrics: ResolvedMetrics;
  readonly properties: ClientProperties;
  readonly reliableTopics: NamedConfigs<ReliableTopicSettings>;
  readonly flakeIdGenerators: NamedConfigs<ResolvedFlakeIdGenerator>;
  readonly nearCaches: NamedConfigs<ResolvedNearCache>;
  readonly runtime: ResolvedRuntime;
}

/** A checked configuration in which both places for credentials may still be given. */
type CheckedConfig = Omit<ResolvedConfig, 'credentials'> & {
  readonly security: ResolvedCredentials | null;
  readonly customCredentials: unknown;
};

const options: Options<CheckedConfig> = {
  clusterName: optional(text, 'dev'),
  instanceName: optional<string | null>(text, null),
  clientLabels: optional(arrayOf(text), []),
  network: readNetwork,
  connectionStrategy: readConnectionStrategy,
  invocation: readInvocation,
  loadBalancer: section(loadBalancerOptions, 'load balancer config'),
  security: optional<ResolvedCredentials | null>(readSecurity, null),
  customCredentials: (value) => value ?? null,
  lifecycleListeners: optional(arrayOf(functionOf('a function')), []),
  membershipListeners: optional(arrayOf(membershipListener), []),
  serialization: readSerialization,
  customLogger: optional<ResolvedConfig['customLogger']>(readLogger, null),
  backupAckToClientEnabled: optional(flag, true),
  metrics: readMetrics,
  properties: readProperties,
  reliableTopics: readReliableTopics,
  flakeIdGenerators: readFlakeIdGenerators,
  nearCaches: readNearCaches,
  runtime: readRuntime,
};

const readConfig: Reader<CheckedConfig> = section(options, 'config key');

/**
 * Checks a client's configuration and fills in the defaults. The input is not changed, and only the user's own objects
 * (listeners, serializers, the logger) are kept.
 *
 * Throws InvalidConfigurationError naming the option, the kind of its value, and what is accepted.
 */
export function resolveConfig(input: unknown): ResolvedConfig {
  try {
    return resolved(input);
  } catch (error) {
    throw asOfficially(error);
  }
}

function resolved(input: unknown): ResolvedConfig {
  const { security, customCredentials, ...config } = readConfig(input, '');
  checkRepairs(config.properties);
  return {
    ...config,
    metrics: chosenMetrics(
      config.metrics,
      config.properties,
      (input as ClientConfig | undefined)?.properties,
    ),
    credentials: chosenCredentials(security, customCredentials),
  };
}

/** Fields of the file for the options that are in no section of their own file. */
export const topLevelFields: FileFields = {
  'cluster-name': asText('clusterName'),
  'instance-name': asText('instanceName'),
  'client-labels': asList('clientLabels'),
  'backup-ack-to-client': asFlag('backupAckToClientEnabled'),
  'backup-ack-to-client-enabled': asFlag('backupAckToClientEnabled'),
};
export const loadBalancerFields: FileFields = {
  'load-balancer.type': asWord('loadBalancer/type', { RANDOM: 'RANDOM', ROUND_ROBIN: 'ROUND_ROBIN' }),
};

/** Reads a membership listener. At least one of its functions must be there, as the official client demands. */
function membershipListener(value: unknown, path: string): MembershipListener {
  const functions = ['memberAdded', 'memberRemoved', 'init'];
  if (missingOf(functions, value).length === functions.length) {
    throw rejected(path, value, 'an object with memberAdded, memberRemoved or init');
  }
  return value as MembershipListener;
}

function readLogger(value: unknown, path: string): ILogger | ForeignLogger {
  if (isLogger(value)) return value;
  const missing = missingOf(LOGGER_METHODS, value);
  const own = `an object with the methods ${LOGGER_METHODS.join(', ')} (${missing.join(', ')} missing)`;
  throw rejected(path, value, `${own}, or a logger of pino, winston or the console's kind`);
}
