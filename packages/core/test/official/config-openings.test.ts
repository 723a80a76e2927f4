import { expect, test } from 'vitest';

import { clients } from './support/openings.js';

/** What a start fails with; the official client throws it. */
async function errorOf(start: () => Promise<unknown>): Promise<Error> {
  try {
    await start();
  } catch (error) {
    return error as Error;
  }
  throw new Error('it was accepted');
}

const INVALID = 'Config validation error: ';
const nothing = (): undefined => undefined;
const wrongRetry = (option: string, value: number): object => ({
  connectionStrategy: { connectionRetry: { [option]: value } },
});

test.each<[opening: string, config: object]>([
  [`Unexpected config key 'nope'`, { nope: 1 }],
  [`Unexpected network option 'nope'`, { network: { nope: 1 } }],
  [`Unexpected hazelcast cloud option 'nope'`, { network: { hazelcastCloud: { nope: 1 } } }],
  [`Unexpected ssl option 'nope'`, { network: { ssl: { enabled: true, nope: 1 } } }],
  [`Unexpected connection strategy config 'nope'`, { connectionStrategy: { nope: 1 } }],
  [`Unexpected connection retry config 'nope'`, { connectionStrategy: { connectionRetry: { nope: 1 } } }],
  [`Unexpected metrics config 'nope'`, { metrics: { nope: 1 } }],
  [`Unexpected security config `, { security: { nope: 1 } }],
  [`Unexpected username password credentials option 'nope'`, { security: { usernamePassword: { nope: 1 } } }],
  [`Unexpected token credentials option 'nope'`, { security: { token: { token: 't', nope: 1 } } }],
  [`Unexpected serialization config 'nope'`, { serialization: { nope: 1 } }],
  [`Unexpected compact serialization config 'nope'`, { serialization: { compact: { nope: 1 } } }],
  [`Unexpected near cache config 'nope'`, { nearCaches: { a: { nope: 1 } } }],
  [`Unexpected reliable topic config 'nope'`, { reliableTopics: { a: { nope: 1 } } }],
  [`Unexpected flake id generator config 'nope'`, { flakeIdGenerators: { a: { nope: 1 } } }],
  [`Unexpected load balancer config 'nope'`, { loadBalancer: { nope: 1 } }],
  ['', { clusterName: 7 }],
  ['', { security: { token: {}, usernamePassword: {} } }],
  ['Property validation error: Property: nope', { properties: { nope: 1 } }],
  [
    'Property validation error: Property: hazelcast.client.heartbeat.interval',
    { properties: { 'hazelcast.client.heartbeat.interval': 'x' } },
  ],
  [
    'Property validation error: Property: hazelcast.logging.level',
    { properties: { 'hazelcast.logging.level': 'x' } },
  ],
  ['Initial backoff must be non-negative!', wrongRetry('initialBackoffMillis', -1)],
  ['Max backoff must be non-negative!', wrongRetry('maxBackoffMillis', -1)],
  ['Multiplier must be a number that is greater than or equal to 1.0!', wrongRetry('multiplier', 0.5)],
  [
    'ClusterConnectTimeoutMillis can be only non-negative number or -1!',
    wrongRetry('clusterConnectTimeoutMillis', -2),
  ],
  ['Jitter must be a number in range [0.0, 1.0]!', wrongRetry('jitter', 2)],
  ['Metrics collection frequency must be positive!', { metrics: { collectionFrequencySeconds: 0 } }],
  [
    'Security configuration may only contain one of the supported credential types. Multiple credential types are passed',
    { security: { token: { token: 't' }, usernamePassword: {} } },
  ],
  ["'token' option must be provided in token credentials.", { security: { token: {} } }],
  ['Ambiguous security configuration is found.', { security: {}, customCredentials: {} }],
  [
    'Invalid configuration. Either SSL options should be set manually or SSL factory should be used.',
    {
      network: {
        ssl: { enabled: true, sslOptions: {}, sslOptionsFactory: { init: nothing, getSSLOptions: nothing } },
      },
    },
  ],
  [
    'Invalid SSLOptionsFactory is given:',
    { network: { ssl: { enabled: true, sslOptionsFactory: { init: nothing } } } },
  ],
  [
    "Expected 'sslOptionsFactoryProperties' to be an object",
    { network: { ssl: { enabled: true, sslOptionsFactoryProperties: 7 } } },
  ],
  ...['properties', 'nearCaches', 'reliableTopics', 'flakeIdGenerators'].map((option): [string, object] => [
    `Expected '${option}' to be an object`,
    { [option]: 7 },
  ]),
  ...['portable', 'dataSerializable'].flatMap((kind): [string, object][] => [
    [`Expected '${kind}Factories' to be an object`, { serialization: { [`${kind}Factories`]: 7 } }],
    [
      `'${kind}Factories' should only include integer keys`,
      { serialization: { [`${kind}Factories`]: { x: nothing } } },
    ],
    [
      `Expected the ${kind}Factory to be function but it is not: `,
      { serialization: { [`${kind}Factories`]: { 1: 7 } } },
    ],
  ]),
  [
    'Invalid global serializer is given: ',
    { serialization: { globalSerializer: { id: 0, read: nothing, write: nothing } } },
  ],
  ['Invalid global serializer is given: ', { serialization: { globalSerializer: { id: 1 } } }],
  ['Invalid custom serializer is given: ', { serialization: { customSerializers: [{ id: 1 }] } }],
  ['Invalid compact serializer is given: ', { serialization: { compact: { serializers: [{}] } } }],
  ['Unexpected defaultNumberType value.', { serialization: { defaultNumberType: 'x' } }],
  ["Lifecycle listener given in 'lifecycleListeners' is not a function", { lifecycleListeners: [7] }],
  ["Invalid membershipListener is given in 'membershipListeners': ", { membershipListeners: [{}] }],
  ['Invalid LoadBalancer is given: ', { loadBalancer: { customLoadBalancer: {} } }],
  ['Invalid custom logger is given: ', { customLogger: {} }],
])('a wrong option: %s %j', async (opening, config) => {
  const errors = await Promise.all(
    clients.map(({ Client }) => errorOf(() => Client.newHazelcastClient(config))),
  );
  const begins = INVALID + opening;
  expect(errors.map(({ message }) => message.slice(0, begins.length))).toEqual([begins, begins]);
  expect(errors.map(({ constructor }) => constructor.name)).toEqual(
    Array(2).fill('InvalidConfigurationError'),
  );
  expect((errors[1] as { details?: object }).details).toMatchObject({ option: expect.any(String) as string });
});

test('a failover configuration without a cluster', async () => {
  const errors = await Promise.all(
    clients.map(({ Client }) => errorOf(() => Client.newHazelcastFailoverClient({ clientConfigs: [] }))),
  );
  const messages = errors.map(({ message }) => message);
  expect(messages.every((message) => message.startsWith(INVALID))).toBe(true);
});
