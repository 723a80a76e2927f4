import { flag, list, number, seconds, text, word, type Scalar } from './scalars.js';

/** The option that a field of the file sets, and the function that reads its value. `*` stands for a name chosen in the file. */
export interface Field {
  readonly option: readonly string[];
  readonly read: Scalar;
}

const field = (option: string, read: Scalar): Field => ({ option: option.split('/'), read });

const FLAG_PROPERTIES = [
  'hazelcast.client.autopipelining.enabled',
  'hazelcast.client.socket.no.delay',
  'hazelcast.client.shuffle.member.list',
  'hazelcast.client.operation.fail.on.indeterminate.state',
  'hazelcast.client.statistics.enabled',
  'hazelcast.discovery.public.ip.enabled',
];
const NUMBER_PROPERTIES = [
  'hazelcast.client.heartbeat.interval',
  'hazelcast.client.heartbeat.timeout',
  'hazelcast.client.invocation.retry.pause.millis',
  'hazelcast.client.invocation.timeout.millis',
  'hazelcast.client.autopipelining.threshold.bytes',
  'hazelcast.client.operation.backup.timeout.millis',
  'hazelcast.client.statistics.period.seconds',
  'hazelcast.client.schema.max.put.retry.count',
  'hazelcast.invalidation.reconciliation.interval.seconds',
  'hazelcast.invalidation.max.tolerated.miss.count',
];

/** The file may give this one in seconds, as Java clients do; the option is in milliseconds. */
const INVOCATION_TIMEOUT = 'hazelcast.client.invocation.timeout.millis';

/** Fields by their path below `hazelcast-client`. Most names are those of the options, with dashes. */
export const FIELDS: ReadonlyMap<string, Field> = new Map<string, Field>([
  ['cluster-name', field('clusterName', text)],
  ['instance-name', field('instanceName', text)],
  ['client-labels', field('clientLabels', list)],
  ['backup-ack-to-client', field('backupAckToClientEnabled', flag)],
  ['backup-ack-to-client-enabled', field('backupAckToClientEnabled', flag)],
  ['network.cluster-members', field('network/clusterMembers', list)],
  ['network.hazelcast-cloud.discovery-token', field('network/hazelcastCloud/discoveryToken', text)],
  ['network.smart-routing', field('network/smartRouting', flag)],
  [
    'network.cluster-routing.mode',
    field('network/smartRouting', word({ ALL_MEMBERS: true, SINGLE_MEMBER: false })),
  ],
  ['network.redo-operation', field('network/redoOperation', flag)],
  ['network.connection-timeout', field('network/connectionTimeout', number)],
  ['network.socket-options.tcp-no-delay', field('properties/hazelcast.client.socket.no.delay', flag)],
  ['network.ssl.enabled', field('network/ssl/enabled', flag)],
  ['network.ssl.properties.keyFile', field('network/ssl/sslOptionsFactoryProperties/keyPath', text)],
  [
    'network.ssl.properties.keyCertChainFile',
    field('network/ssl/sslOptionsFactoryProperties/certPath', text),
  ],
  [
    'network.ssl.properties.trustCertCollectionFile',
    field('network/ssl/sslOptionsFactoryProperties/caPath', text),
  ],
  ['network.ssl.properties.validateIdentity', field('network/ssl/verifyIdentity', flag)],
  ['connection-strategy.async-start', field('connectionStrategy/asyncStart', flag)],
  ['connection-strategy.reconnect-mode', field('connectionStrategy/reconnectMode', text)],
  ...[
    ['initial-backoff-millis', 'initialBackoffMillis'],
    ['max-backoff-millis', 'maxBackoffMillis'],
    ['cluster-connect-timeout-millis', 'clusterConnectTimeoutMillis'],
    ['multiplier', 'multiplier'],
    ['jitter', 'jitter'],
  ].map(
    ([name, option]) =>
      [
        `connection-strategy.connection-retry.${name}`,
        field(`connectionStrategy/connectionRetry/${option}`, number),
      ] as const,
  ),
  ['load-balancer.type', field('loadBalancer/type', word({ RANDOM: 'RANDOM', ROUND_ROBIN: 'ROUND_ROBIN' }))],
  ['security.username-password.username', field('security/usernamePassword/username', text)],
  ['security.username-password.password', field('security/usernamePassword/password', text)],
  ['security.token.value', field('security/token/token', text)],
  [
    'security.token.encoding',
    field('security/token/encoding', word({ NONE: 'ascii', ASCII: 'ascii', BASE64: 'base64' })),
  ],
  ['serialization.portable-version', field('serialization/portableVersion', number)],
  [
    'serialization.byte-order',
    field('serialization/isBigEndian', word({ BIG_ENDIAN: true, LITTLE_ENDIAN: false })),
  ],
  ['metrics.enabled', field('metrics/enabled', flag)],
  ['metrics.collection-frequency-seconds', field('metrics/collectionFrequencySeconds', number)],
  ['flake-id-generator.*.prefetch-count', field('flakeIdGenerators/*/prefetchCount', number)],
  [
    'flake-id-generator.*.prefetch-validity-millis',
    field('flakeIdGenerators/*/prefetchValidityMillis', number),
  ],
  ['near-cache.*.invalidate-on-change', field('nearCaches/*/invalidateOnChange', flag)],
  [
    'near-cache.*.in-memory-format',
    field('nearCaches/*/inMemoryFormat', word({ BINARY: 'BINARY', OBJECT: 'OBJECT' })),
  ],
  ['near-cache.*.time-to-live-seconds', field('nearCaches/*/timeToLiveSeconds', number)],
  ['near-cache.*.max-idle-seconds', field('nearCaches/*/maxIdleSeconds', number)],
  ['near-cache.*.eviction.eviction-policy', field('nearCaches/*/evictionPolicy', text)],
  ['near-cache.*.eviction.size', field('nearCaches/*/evictionMaxSize', number)],
  ['reliable-topic.*.read-batch-size', field('reliableTopics/*/readBatchSize', number)],
  ['reliable-topic.*.topic-overload-policy', field('reliableTopics/*/overloadPolicy', text)],
  ...FLAG_PROPERTIES.map((name) => [`properties.${name}`, field(`properties/${name}`, flag)] as const),
  ...NUMBER_PROPERTIES.map((name) => [`properties.${name}`, field(`properties/${name}`, number)] as const),
  ['properties.hazelcast.client.cloud.url', field('properties/hazelcast.client.cloud.url', text)],
  ['properties.hazelcast.logging.level', field('properties/hazelcast.logging.level', text)],
  [
    'properties.hazelcast.client.invocation.timeout.seconds',
    field(`properties/${INVOCATION_TIMEOUT}`, seconds),
  ],
]);

/** Sections that set an option by their name alone, even if they are empty, and that option. */
export const NAMED_SECTIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ['near-cache.*', ['nearCaches', '*']],
]);

/** Fields without an option, for which this client accepts one value. */
export const FIXED: ReadonlyMap<string, Scalar> = new Map([
  // False means that the section is not read at all.
  ['network.hazelcast-cloud.enabled', flag],
  ['near-cache.*.eviction.max-size-policy', word({ ENTRY_COUNT: 'ENTRY_COUNT' })],
]);

/** Fields that tune parts that only a Java client has. They are left out, and reported to `onIgnored`. */
export const WITHOUT_MEANING: ReadonlySet<string> = new Set([
  'executor-pool-size',
  'instance-tracking',
  'metrics.jmx',
  'near-cache.*.cache-local-entries',
  'near-cache.*.local-update-policy',
  'near-cache.*.serialize-keys',
  'network.icmp-ping',
  'network.socket-options.buffer-size',
  'network.socket-options.keep-alive',
  'network.socket-options.linger-seconds',
  'network.socket-options.reuse-address',
  'network.ssl.properties.protocol',
  'serialization.allow-override-default-serializers',
  'serialization.allow-unsafe',
  'serialization.check-class-def-errors',
  'serialization.enable-compression',
  'serialization.enable-shared-object',
  'serialization.java-serialization-filter',
  'sql',
  'tpc',
]);

/** Fields that cannot be ignored without changing what the file asks for, and a hint what to write instead (empty: nothing). */
export const REFUSED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'config-replacers': '',
    import: 'one file',
    listeners: 'lifecycleListeners and membershipListeners in the program',
    'load-balancer.class-name': 'loadBalancer.customLoadBalancer in the program',
    'native-memory': '',
    'near-cache.*.eviction.comparator-class-name': 'near-cache.*.eviction.eviction-policy',
    'near-cache.*.preloader': '',
    'network.auto-detection': 'network.cluster-members',
    'network.aws': 'network.cluster-members',
    'network.azure': 'network.cluster-members',
    'network.discovery-strategies': 'network.cluster-members',
    'network.eureka': 'network.cluster-members',
    'network.gcp': 'network.cluster-members',
    'network.kubernetes': 'network.cluster-members',
    'network.outbound-ports': '',
    'network.socket-interceptor': '',
    'network.ssl.factory-class-name':
      'keyFile, keyCertChainFile and trustCertCollectionFile in network.ssl.properties',
    'network.ssl.properties.keyPassword': 'network.ssl.sslOptions.passphrase in the program',
    'network.ssl.properties.keyStore': 'network.ssl.properties.keyFile and keyCertChainFile, which are PEM',
    'network.ssl.properties.trustStore': 'network.ssl.properties.trustCertCollectionFile, which is PEM',
    'proxy-factories': '',
    'query-caches': '',
    'security.credentials-factory': 'security.custom in the program',
    'security.kerberos': '',
    'serialization.compact-serialization': 'serialization.compact in the program',
    'serialization.data-serializable-factories': 'serialization.dataSerializableFactories in the program',
    'serialization.global-serializer': 'serialization.globalSerializer in the program',
    'serialization.portable-factories': 'serialization.portableFactories in the program',
    'serialization.serializers': 'serialization.customSerializers in the program',
    'serialization.use-native-byte-order': 'serialization.byte-order',
    'user-code-deployment': '',
  }),
);
