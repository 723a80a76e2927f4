import { LONGEST_DELAY_MILLIS } from '@offloop/runtime/clock';
import { MAX_CAPACITY, MIN_CAPACITY } from '@offloop/runtime/ring';
import type { MembershipListener } from '../cluster/membership.js';
import {
  describe,
  parseAddress,
  type HostAndPort,
  type Serializer,
  DEFAULT_SERIALIZATION,
  Int64Type,
  JsonStringDeserializationPolicy,
  NumberType,
  type SerializationSettings,
} from '@offloop/values';
import { isLogger, type ForeignLogger } from '../logging/foreign-loggers.js';
import { LOGGER_METHODS, type ILogger } from '../logging/logger.js';
import {
  LoadBalancerType,
  ReconnectMode,
  Wait,
  type ClientConfig,
  type ClientNetworkConfig,
  type LifecycleState,
  type LoadBalancer,
  type ResourceLimits,
} from './client-config.js';
import { moduleUrl } from '../module-url.js';
import { checkAlone, readCloud, type ResolvedCloud } from './cloud-config.js';
import { readCompact } from './compact-config.js';
import { readFlakeIdGenerators, type ResolvedFlakeIdGenerator } from './flake-id-generator-config.js';
import { chosenMetrics, readMetrics, type ResolvedMetrics } from './metrics-config.js';
import type { NamedConfigs } from './named-configs.js';
import { asOfficially } from './official-openings.js';
import { readNearCaches, type ResolvedNearCache } from './near-cache-config.js';
import { checkRepairs, readProperties, type ClientProperties } from './properties.js';
import {
  arrayOf,
  delay,
  flag,
  factories,
  functionOf,
  integer,
  missingOf,
  number,
  oneOf,
  optional,
  powerOfTwo,
  rejected,
  rejectedNumber,
  section,
  text,
  withMethods,
  wrong,
  type Reader,
} from './readers.js';
import { readReliableTopics, type ReliableTopicSettings } from './reliable-topic-config.js';
import { chosenCredentials, readSecurity, type ResolvedCredentials } from './security-config.js';
import { readSsl, type ResolvedSsl } from './tls-config.js';

const KIB = 1024;
const MIB = 1024 * KIB;

/** A checked configuration: every option has a value. It shares nothing but the user's own objects with the given one. */
export interface ResolvedConfig {
  readonly clusterName: string;
  /** The client's name; null: the client makes one. */
  readonly instanceName: string | null;
  readonly clientLabels: readonly string[];
  readonly network: ResolvedNetwork;
  readonly connectionStrategy: ResolvedConnectionStrategy;
  /** Limits of calls; null: no limit. */
  readonly invocation: { readonly responseTimeoutMillis: number | null };
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

export interface ResolvedNetwork {
  /** Addresses, at least one. In the cloud they have no effect. */
  readonly clusterMembers: readonly HostAndPort[];
  readonly hazelcastCloud: ResolvedCloud;
  /** Milliseconds to open a connection; 0: no limit. */
  readonly connectionTimeout: number;
  readonly redoOperation: boolean;
  readonly smartRouting: boolean;
  readonly ssl: ResolvedSsl;
}

export interface ResolvedLoadBalancer {
  readonly type: LoadBalancerType;
  readonly customLoadBalancer: LoadBalancer | null;
}

export interface ResolvedConnectionStrategy {
  readonly asyncStart: boolean;
  readonly reconnectMode: ReconnectMode;
  readonly connectionRetry: {
    readonly initialBackoffMillis: number;
    readonly maxBackoffMillis: number;
    readonly clusterConnectTimeoutMillis: number;
    readonly multiplier: number;
    readonly jitter: number;
  };
}

/** `runtime`, checked. Options have the names and units of `RuntimeConfig`. */
export interface ResolvedRuntime {
  readonly workers: number | 'auto';
  readonly requestRingBytes: number;
  readonly completionRingBytes: number;
  readonly wait: Wait;
  readonly lingerMicros: number;
  readonly maxPendingBytes: number;
  readonly maxPendingCalls: number;
  readonly maxMessageBytes: number;
  readonly maxSpilledBytes: number;
  readonly callerStallTimeoutMillis: number;
  readonly packJsonFrom: number;
  readonly reuseReadBuffer: boolean;
  /** Most bytes of one read; null: adaptive. */
  readonly readChunkBytes: number | null;
  readonly transforms: ResolvedTransforms;
}

/** `runtime.transforms`, checked. Options have the names and units of `TransformsConfig`. */
export interface ResolvedTransforms {
  /** Most threads; null: chosen by the number of CPUs. */
  readonly threads: number | null;
  readonly maxQueue: number;
  readonly resourceLimits: ResourceLimits;
  readonly niceness: number;
  /** URL of the module with serializers; null: none. */
  readonly serializersModule: string | null;
}

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

/** A checked configuration in which both places for credentials may still be given. */
type CheckedConfig = Omit<ResolvedConfig, 'credentials'> & {
  readonly security: ResolvedCredentials | null;
  readonly customCredentials: unknown;
};

const address: Reader<HostAndPort> = (value, path) => {
  const accepted = 'host, host:port, an IPv6 address, [IPv6]:port or unix:/path, as a string';
  if (typeof value !== 'string') throw rejected(path, value, accepted);
  try {
    return parseAddress(value);
  } catch {
    throw wrong(path, `is ${describe(value)}${hintOfAddress(value)}`, accepted);
  }
};

/** Names a frequent mistake in an address. The address itself is not shown: it may hold a password. */
function hintOfAddress(given: string): string {
  if (given.includes('://')) return ' with a scheme, as a URL has';
  if (given.includes(',')) return ' with a comma: each address is an element of the array';
  if (/\s/.test(given)) return ' with white space in it';
  if (/^[^:]+:[^:]*$/.test(given)) return ' whose port is not a number from 1 to 65535';
  return '';
}

const addresses: Reader<HostAndPort[]> = (value, path) => {
  const given = value === undefined ? [] : arrayOf(address)(value, path);
  return given.length > 0 ? given : [{ host: '127.0.0.1', port: undefined }];
};

const serializer: Reader<Serializer> = (value, path) => {
  const given = withMethods<Serializer>(['read', 'write'])(value, path);
  integer('the type id', 1, 0x7fff_ffff)(given.id, `${path}.id`);
  return given;
};

const numberType: Reader<NumberType> = oneOf(Object.values(NumberType));
const millis = number('milliseconds', 0);

const readSerialization: Reader<SerializationSettings> = (value, path) => {
  const settings = section<SerializationSettings>(
    {
      defaultNumberType: optional(numberType, DEFAULT_SERIALIZATION.defaultNumberType),
      jsonStringDeserializationPolicy: optional(
        oneOf(Object.values(JsonStringDeserializationPolicy)),
        DEFAULT_SERIALIZATION.jsonStringDeserializationPolicy,
      ),
      int64: optional(oneOf(Object.values(Int64Type)), DEFAULT_SERIALIZATION.int64),
      isBigEndian: optional(flag, DEFAULT_SERIALIZATION.isBigEndian),
      dataSerializableFactories: factories,
      compact: readCompact,
      portableFactories: factories,
      portableVersion: optional(
        integer('the version', 0, 0x7fff_ffff),
        DEFAULT_SERIALIZATION.portableVersion,
      ),
      customSerializers: optional(arrayOf(serializer), []),
      globalSerializer: optional<Serializer | null>(serializer, null),
    },
    'serialization config',
  )(value, path);
  const ids = settings.customSerializers.map(({ id }) => id);
  if (settings.globalSerializer !== null) ids.push(settings.globalSerializer.id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined)
    throw wrong(path, `has the id ${twice} twice`, 'serializers with ids of their own');
  return settings;
};

const readNetwork: Reader<ResolvedNetwork> = (value, path) => {
  const network = section<ResolvedNetwork>(
    {
      clusterMembers: addresses,
      hazelcastCloud: readCloud,
      connectionTimeout: optional(delay(0), 5000),
      redoOperation: optional(flag, false),
      smartRouting: optional(flag, true),
      ssl: readSsl,
    },
    'network option',
  )(value, path);
  const { clusterMembers = [] } = (value ?? {}) as ClientNetworkConfig;
  if (clusterMembers.length > 0) checkAlone(network.hazelcastCloud, path);
  return network;
};

const readConfig: Reader<CheckedConfig> = section<CheckedConfig>(
  {
    clusterName: optional(text, 'dev'),
    instanceName: optional<string | null>(text, null),
    clientLabels: optional(arrayOf(text), []),
    network: readNetwork,
    connectionStrategy: section<ResolvedConnectionStrategy>(
      {
        asyncStart: optional(flag, false),
        reconnectMode: optional(oneOf(Object.values(ReconnectMode)), ReconnectMode.ON),
        connectionRetry: section<ResolvedConnectionStrategy['connectionRetry']>(
          {
            initialBackoffMillis: optional(millis, 1000),
            maxBackoffMillis: optional(millis, 30_000),
            clusterConnectTimeoutMillis: optional(millisOrNever, -1),
            multiplier: optional(number('times', 1), 1.05),
            jitter: optional(number('parts of a pause', 0, 1), 0),
          },
          'connection retry config',
        ),
      },
      'connection strategy config',
    ),
    invocation: section<ResolvedConfig['invocation']>({
      responseTimeoutMillis: optional<number | null>(integer('milliseconds', 1, LONGEST_DELAY_MILLIS), null),
    }),
    loadBalancer: section<ResolvedLoadBalancer>(
      {
        type: optional(oneOf(Object.values(LoadBalancerType)), LoadBalancerType.ROUND_ROBIN),
        customLoadBalancer: optional<LoadBalancer | null>(withMethods(['initLoadBalancer', 'next']), null),
      },
      'load balancer config',
    ),
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
    runtime: section<ResolvedRuntime>({
      workers: optional(workers, 'auto'),
      requestRingBytes: optional(powerOfTwo(MIN_CAPACITY, MAX_CAPACITY), MIB),
      completionRingBytes: optional(powerOfTwo(MIN_CAPACITY, MAX_CAPACITY), 4 * MIB),
      wait: optional(oneOf(Object.values(Wait)), Wait.PARK),
      lingerMicros: optional(number('microseconds', 0, 1_000_000), 100),
      maxPendingBytes: optional(integer('bytes', 1), 256 * MIB),
      maxPendingCalls: optional(integer('calls', 1), 1_000_000),
      maxMessageBytes: optional(integer('bytes', KIB, 2 ** 31 - 1), 512 * MIB),
      maxSpilledBytes: optional(integer('bytes', KIB, 2 ** 40), 32 * MIB),
      // The caller shows a sign of life twice a second: with a shorter timeout every loop would count as hung.
      callerStallTimeoutMillis: optional(integer('milliseconds', 1000), 300_000),
      packJsonFrom: optional(integer('bytes', 0), 64),
      reuseReadBuffer: optional(flag, true),
      readChunkBytes: optional<number | null>(integer('bytes', 4 * KIB, 64 * MIB), null),
      transforms: section<ResolvedTransforms>({
        threads: optional<number | null>(integer('threads', 1), null),
        maxQueue: optional(integer('calls', 0), 1000),
        resourceLimits,
        niceness: optional(integer('steps of niceness', 0, 19), 10),
        serializersModule: optional<string | null>(module, null),
      }),
    }),
  },
  'config key',
);

/** Reads a membership listener. At least one of its functions must be there, as the official client demands. */
function membershipListener(value: unknown, path: string): MembershipListener {
  const functions = ['memberAdded', 'memberRemoved', 'init'];
  if (missingOf(functions, value).length === functions.length) {
    throw rejected(path, value, 'an object with memberAdded, memberRemoved or init');
  }
  return value as MembershipListener;
}

function millisOrNever(value: unknown, path: string): number {
  return value === -1 ? -1 : number('milliseconds, or -1 for no limit', 0)(value, path);
}

function module(value: unknown, path: string): string {
  try {
    return moduleUrl(value, path);
  } catch {
    throw rejected(path, value, 'a file: or data: URL, or an absolute path');
  }
}

/** Returns only the limits that are given: Node.js treats an absent limit and an undefined one differently. */
function resourceLimits(value: unknown, path: string): ResourceLimits {
  const megabytes = optional<number | undefined>(number('MB', 1), undefined);
  const limits = section<Record<keyof ResourceLimits, number | undefined>>({
    // Below 8 MB a thread cannot start, and below 4 MB Node 24 ends the process.
    maxOldGenerationSizeMb: optional<number | undefined>(number('MB', 16), undefined),
    maxYoungGenerationSizeMb: megabytes,
    codeRangeSizeMb: megabytes,
    stackSizeMb: megabytes,
  })(value, path);
  return Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined));
}

/** Greatest number of workers. Each has a thread, and a connection to each member. */
const MOST_WORKERS = 64;

function workers(value: unknown, path: string): ResolvedRuntime['workers'] {
  if (value === 'auto') return value;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST_WORKERS)
    return value;
  const rule = `'auto', or a whole number of worker threads from 0 (on the event loop) to ${MOST_WORKERS}`;
  throw rejectedNumber(path, value, rule);
}

function readLogger(value: unknown, path: string): ILogger | ForeignLogger {
  if (isLogger(value)) return value;
  const missing = missingOf(LOGGER_METHODS, value);
  const own = `an object with the methods ${LOGGER_METHODS.join(', ')} (${missing.join(', ')} missing)`;
  throw rejected(path, value, `${own}, or a logger of pino, winston or the console's kind`);
}
