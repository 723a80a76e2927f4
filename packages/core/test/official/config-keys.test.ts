import type * as Official from 'hazelcast-client';
import * as official from 'hazelcast-client';
import { SILENT_LOGGER } from '@offloop/tools';
import { expect, test } from 'vitest';

import { resolveConfig } from '../../src/config/client-config.js';

/** The keys of each section of the official configuration, as its types have them: a missing one does not compile. */
type Keys<Section> = Record<keyof Required<Section>, unknown>;

/** Their names and defaults are in no type. */
const { ClientConfigImpl } = official as unknown as {
  ClientConfigImpl: new () => { properties: Official.Properties };
};
const { properties } = new ClientConfigImpl();

const listener = (): undefined => undefined;
const serializer = { id: 7, read: listener, write: listener };

const connectionRetry: Keys<Official.ConnectionRetryConfig> = {
  initialBackoffMillis: 1,
  maxBackoffMillis: 2,
  clusterConnectTimeoutMillis: 3,
  multiplier: 1.5,
  jitter: 0.5,
};
const connectionStrategy: Keys<Official.ConnectionStrategyConfig> = {
  asyncStart: true,
  reconnectMode: 'ASYNC',
  connectionRetry,
};
const ssl: Keys<Official.SSLConfig> = {
  enabled: true,
  sslOptions: undefined,
  sslOptionsFactory: { init: listener, getSSLOptions: listener },
  sslOptionsFactoryProperties: { keepDefaultOptions: true },
};
const network: Keys<Official.ClientNetworkConfig> = {
  clusterMembers: ['10.0.0.1:5701'],
  hazelcastCloud: {},
  connectionTimeout: 1,
  redoOperation: true,
  smartRouting: false,
  ssl,
};
const serialization: Keys<Official.SerializationConfig> = {
  defaultNumberType: 'integer',
  isBigEndian: false,
  dataSerializableFactories: { 1: listener },
  portableFactories: { 1: listener },
  portableVersion: 3,
  customSerializers: [serializer],
  globalSerializer: { ...serializer, id: 8 },
  jsonStringDeserializationPolicy: 'NO_DESERIALIZATION',
  compact: { serializers: [] },
};
const nearCache: Keys<Official.NearCacheConfig> = {
  invalidateOnChange: false,
  maxIdleSeconds: 1,
  inMemoryFormat: 'OBJECT',
  timeToLiveSeconds: 1,
  evictionPolicy: 'LFU',
  evictionMaxSize: 10,
  evictionSamplingCount: 4,
  evictionSamplingPoolSize: 8,
};
const reliableTopic: Keys<Official.ReliableTopicConfig> = { readBatchSize: 5, overloadPolicy: 'ERROR' };
const flakeIds: Keys<Official.FlakeIdGeneratorConfig> = { prefetchCount: 5, prefetchValidityMillis: 6 };
const loadBalancer: Keys<Official.LoadBalancerConfig> = {
  type: 'RANDOM',
  customLoadBalancer: { initLoadBalancer: listener, next: () => null },
};
const usernamePassword: Keys<Official.UsernamePasswordCredentials> = { username: 'u', password: 'p' };
const token: Keys<Official.TokenCredentials> = { token: 'dA==', encoding: 'BASE64' };
const metrics: Keys<NonNullable<Official.ClientConfig['metrics']>> = {
  enabled: true,
  collectionFrequencySeconds: 5,
};

const everything: Keys<Official.ClientConfig> = {
  clusterName: 'c',
  instanceName: 'i',
  clientLabels: ['l'],
  network,
  connectionStrategy,
  loadBalancer,
  lifecycleListeners: [listener],
  membershipListeners: [{ memberAdded: listener }],
  serialization,
  nearCaches: { m: nearCache },
  reliableTopics: { t: reliableTopic },
  flakeIdGenerators: { f: flakeIds },
  customLogger: SILENT_LOGGER,
  customCredentials: undefined,
  backupAckToClientEnabled: false,
  properties,
  metrics,
  security: {} satisfies Official.SecurityConfig,
};

test('every key of the official configuration is taken, with what it officially takes', () => {
  const resolved = resolveConfig(everything);
  expect(resolved).toMatchObject({
    clusterName: 'c',
    network: { smartRouting: false },
    connectionStrategy: { reconnectMode: 'ASYNC', connectionRetry },
  });
  expect(Object.keys(resolved.properties).toSorted()).toEqual(Object.keys(properties).toSorted());
});

const credentials: Keys<Official.SecurityConfig> = { usernamePassword, token, custom: { a: 1 } };

test.each(Object.entries(credentials))('security takes %s', (kind, given) => {
  expect(() => resolveConfig({ security: { [kind]: given } })).not.toThrow();
});

test.each(Object.keys(properties))('an unknown value of the property %s is refused by its name', (name) => {
  const given = typeof properties[name] === 'string' ? 7 : 'x';
  expect(() => resolveConfig({ properties: { [name]: given } })).toThrow(name);
});
