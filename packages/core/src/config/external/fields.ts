import { loadBalancerFields, topLevelFields } from '../client-config.js';
import type { Field } from '../reading/file-fields.js';
import { flag, word, type Scalar } from '../reading/scalars.js';
import { connectionStrategyFields } from '../sections/connection-strategy-config.js';
import { flakeIdGeneratorFields } from '../sections/flake-id-generator-config.js';
import { metricsFields } from '../sections/metrics-config.js';
import { nearCacheFields } from '../sections/near-cache-config.js';
import { networkFields } from '../sections/network-config.js';
import { propertyFields } from '../sections/properties.js';
import { reliableTopicFields } from '../sections/reliable-topic-config.js';
import { securityFields } from '../sections/security-config.js';
import { serializationFields } from '../sections/serialization-config.js';

/** The fields of all sections by their path below `hazelcast-client`. */
export const FIELDS: ReadonlyMap<string, Field> = new Map(
  Object.entries({
    ...topLevelFields,
    ...networkFields,
    ...connectionStrategyFields,
    ...loadBalancerFields,
    ...securityFields,
    ...serializationFields,
    ...metricsFields,
    ...flakeIdGeneratorFields,
    ...nearCacheFields,
    ...reliableTopicFields,
    ...propertyFields,
  }),
);

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
