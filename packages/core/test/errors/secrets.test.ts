import { describe, expect, test } from 'vitest';
import { candidateCluster } from '../../src/client/candidates.js';
import { resolveFailoverConfig } from '../../src/config/failover-config.js';
import { resolveConfig } from '../../src/config/client-config.js';
import { HazelcastError, parseAddress, msgpackSerializer } from '@offloop/values';
import { ConsoleLogger } from '../../src/logging/console-logger.js';
import { LogLevel } from '../../src/logging/logger.js';
import { configWith } from '../config/support/parts.js';
import { failureOf } from './support/failure-of.js';
import { indiscretion, PLANTED, SECRET, tells, textTells } from './support/planted.js';

/** Every section, and options of each kind. */
const OPTIONS = `
  clusterName instanceName clientLabels clientLabels[0] customLogger backupAckToClientEnabled nearCaches
  network network.clusterMembers network.clusterMembers[0] network.connectionTimeout network.redoOperation network.smartRouting
  network.hazelcastCloud network.hazelcastCloud.discoveryToken
  network.ssl network.ssl.enabled network.ssl.verifyIdentity network.ssl.sslOptions network.ssl.sslOptions.key
  network.ssl.sslOptions.passphrase network.ssl.sslOptionsFactory network.ssl.sslOptionsFactoryProperties
  connectionStrategy connectionStrategy.asyncStart connectionStrategy.reconnectMode connectionStrategy.connectionRetry
  connectionStrategy.connectionRetry.jitter loadBalancer loadBalancer.type loadBalancer.customLoadBalancer
  security security.usernamePassword security.usernamePassword.username security.usernamePassword.password
  security.token security.token.token security.token.encoding security.custom customCredentials
  lifecycleListeners lifecycleListeners[0] membershipListeners membershipListeners[0] metrics metrics.enabled
  serialization serialization.defaultNumberType serialization.jsonStringDeserializationPolicy serialization.customSerializers
  serialization.customSerializers[0] serialization.globalSerializer serialization.isBigEndian serialization.compact
  serialization.compact.serializers serialization.portableFactories
  properties properties['hazelcast.logging.level'] properties['hazelcast.client.socket.no.delay']
  properties['hazelcast.client.cloud.url'] runtime runtime.wait runtime.reuseReadBuffer
  runtime.transforms runtime.transforms.serializersModule runtime.transforms.resourceLimits
`
  .trim()
  .split(/\s+/);

/** Options that are numbers within limits, which show the number that was given. */
const SHOW_NUMBERS = new Set(['network.connectionTimeout', 'connectionStrategy.connectionRetry.jitter']);

describe('a wrong configuration tells no secret:', () => {
  test.each(['', ...OPTIONS])('%s', async (path) => {
    let failures = 0;
    for (const [kind, value] of PLANTED) {
      if (kind === 'a number' && SHOW_NUMBERS.has(path)) continue;
      const config = configWith(path, value);
      const attempts = [
        () => candidateCluster(resolveConfig(config)),
        () => resolveFailoverConfig({ clientConfigs: [config] }),
      ];
      for (const attempt of attempts) {
        const error = await failureOf(attempt);
        if (error === undefined) continue;
        failures++;
        expect(error, `${path} as ${kind}`).toBeInstanceOf(HazelcastError);
        expect(indiscretion(error, `${path} as ${kind}`)).toBeUndefined();
      }
    }
    expect(failures).toBeGreaterThan(3);
  });
});

test('nor do two kinds of credentials, and files that cannot be read', async () => {
  const configs = [
    { security: { usernamePassword: { password: SECRET }, token: { token: SECRET } } },
    { security: { token: { token: SECRET } }, customCredentials: SECRET },
    { network: { ssl: { enabled: true, sslOptionsFactoryProperties: { keyPath: SECRET } } } },
    { network: { ssl: { enabled: true, sslOptionsFactoryProperties: { keyPath: { SECRET } } } } },
    { network: { ssl: { sslOptions: { key: SECRET } } } },
    {
      network: {
        ssl: { enabled: true, sslOptionsFactory: { init: async () => {}, getSSLOptions: () => SECRET } },
      },
    },
  ];
  for (const config of configs) {
    const error = await failureOf(() => candidateCluster(resolveConfig(config)));
    expect(error).toBeInstanceOf(HazelcastError);
    expect(indiscretion(error, Object.keys(config).join())).toBeUndefined();
  }
});

test('nor do an address and a type id that are none', () => {
  for (const attempt of [
    () => parseAddress(`redis://user:${SECRET}@host`),
    () => parseAddress(`host:${SECRET}`),
    () => msgpackSerializer({ typeId: SECRET as never }),
  ]) {
    expect(attempt).toThrow(expect.toSatisfy((error: unknown) => !tells(error)));
  }
});

test('nor does such an error on the console', async () => {
  const lines: unknown[][] = [];
  const logger = new ConsoleLogger(LogLevel.TRACE, { log: (...line: unknown[]) => lines.push(line) });
  logger.error('Test', 'an error', await failureOf(() => resolveConfig({ clusterName: [SECRET] })));
  expect(lines).toHaveLength(2);
  expect(textTells(String(lines))).toBe(false);
});
