import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';

import { loadConfig } from '../../../src/config/external/load-config.js';
import { resolveConfig } from '../../../src/config/client-config.js';
import { InvalidConfigurationError } from '@offloop/values';

const WHOLE = fileURLToPath(new URL('hazelcast-client.yaml', import.meta.url));
const SECRET = 'swordfish';

async function fileOf(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'offloop-config-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'client.yaml');
  await writeFile(file, text);
  return file;
}

/** The file with these lines below its root. */
function below(...lines: readonly string[]): Promise<string> {
  return fileOf(['hazelcast-client:', ...lines.map((line) => `  ${line}`)].join('\n'));
}

/** The configuration, and the fields that were left out. */
async function load(file: string, env: Record<string, string> = {}): Promise<[object, string[]]> {
  const ignored: string[] = [];
  const config = await loadConfig({ file, env, onIgnored: (field) => ignored.push(field) });
  return [config, ignored];
}

async function problemOf(file: string, env: Record<string, string> = {}): Promise<InvalidConfigurationError> {
  const problem = await loadConfig({ file, env, onIgnored: () => undefined }).catch(
    (error: unknown) => error,
  );
  expect(problem).toBeInstanceOf(InvalidConfigurationError);
  return problem as InvalidConfigurationError;
}

test("a Java client's file is this client's configuration", async () => {
  const [config, ignored] = await load(WHOLE, { POD: 'pod-7', PASSWORD: SECRET });
  expect(config).toEqual({
    clusterName: 'orders-eu',
    instanceName: 'checkout-pod-7',
    clientLabels: ['checkout', 'eu'],
    backupAckToClientEnabled: true,
    properties: {
      'hazelcast.client.shuffle.member.list': true,
      'hazelcast.client.heartbeat.timeout': 60_000,
      'hazelcast.client.heartbeat.interval': 5000,
      'hazelcast.client.invocation.timeout.millis': 30_000,
      'hazelcast.client.socket.no.delay': true,
    },
    network: {
      clusterMembers: ['10.0.0.1:5701', 'members.example:5702'],
      smartRouting: true,
      redoOperation: true,
      connectionTimeout: 6000,
      ssl: {
        enabled: true,
        verifyIdentity: true,
        sslOptionsFactoryProperties: {
          keyPath: '/etc/tls/client.key',
          certPath: '/etc/tls/client.crt',
          caPath: '/etc/tls/ca.crt',
        },
      },
    },
    connectionStrategy: {
      asyncStart: false,
      reconnectMode: 'ASYNC',
      connectionRetry: {
        initialBackoffMillis: 500,
        maxBackoffMillis: 10_000,
        multiplier: 1.5,
        clusterConnectTimeoutMillis: 60_000,
        jitter: 0.2,
      },
    },
    loadBalancer: { type: 'ROUND_ROBIN' },
    security: { usernamePassword: { username: 'checkout', password: SECRET } },
    serialization: { portableVersion: 3, isBigEndian: false },
    metrics: { enabled: true, collectionFrequencySeconds: 10 },
    flakeIdGenerators: { default: { prefetchCount: 50 }, 'orders-*': { prefetchValidityMillis: 1000 } },
    reliableTopics: { prices: { readBatchSize: 25, overloadPolicy: 'ERROR' } },
  });
  expect(ignored).toEqual([
    'properties.hazelcast.client.event.thread.count',
    'network.socket-options.linger-seconds',
    'network.ssl.properties.protocol',
    'serialization.allow-unsafe',
  ]);
  // It is a configuration like any other, to be added to.
  expect(resolveConfig({ ...config, runtime: { workers: 0 } }).clusterName).toBe('orders-eu');
});

describe('variables', () => {
  test('are stronger than the file, which may do without', async () => {
    const file = await below('cluster-name: file', 'network:', '  redo-operation: true');
    const [config] = await load(file, {
      HZCLIENT_CLUSTERNAME: 'env',
      HZCLIENT_NETWORK_CLUSTERMEMBERS: '10.0.0.1:5701, 10.0.0.2',
      HZCLIENT_CONNECTIONSTRATEGY_CONNECTIONRETRY_JITTER: '0.5',
      HZCLIENT_PROPERTIES_HAZELCAST_CLIENT_HEARTBEAT_INTERVAL: '1000',
      HZ_CLUSTERNAME: "a member's",
    });
    expect(config).toEqual({
      clusterName: 'env',
      network: { redoOperation: true, clusterMembers: ['10.0.0.1:5701', '10.0.0.2'] },
      connectionStrategy: { connectionRetry: { jitter: 0.5 } },
      properties: { 'hazelcast.client.heartbeat.interval': 1000 },
    });
    expect(await loadConfig({ env: { HZCLIENT_NETWORK_SMARTROUTING: 'FALSE' } })).toEqual({
      network: { smartRouting: false },
    });
  });

  test('name the file', async () => {
    const file = await below('cluster-name: named');
    expect(await loadConfig({ env: { HAZELCAST_CLIENT_CONFIG: file } })).toEqual({ clusterName: 'named' });
  });

  test.each([
    ['HZCLIENT_CLUSTERNAM', 'x', 'HZCLIENT_CLUSTERNAM is for no field'],
    ['HZCLIENT_NETWORK_REDOOPERATION', 'yes', 'HZCLIENT_NETWORK_REDOOPERATION is a string'],
    ['HZCLIENT_NETWORK_CONNECTIONTIMEOUT', '-1', 'HZCLIENT_NETWORK_CONNECTIONTIMEOUT is not accepted'],
    ['HZCLIENT_NETWORK_CLUSTERMEMBERS', 'a:b:c:d:e', 'HZCLIENT_NETWORK_CLUSTERMEMBERS is not accepted'],
  ])('that are wrong are named: %s', async (name, value, message) => {
    const problem = await problemOf(await below('cluster-name: x'), { [name]: value });
    expect(problem.message).toContain(message);
    expect(problem.details).toMatchObject({ option: name });
  });
});

describe('a field that', () => {
  test.each([
    ['network: { redo-operatoin: true }', 'network.redo-operatoin is unknown'],
    ['network: { connection-timeout: soon }', 'network.connection-timeout is a string'],
    [
      'connection-strategy: { connection-retry: { jitter: 2 } }',
      'connection-strategy.connection-retry.jitter is not accepted',
    ],
    ['client-labels: true', 'client-labels is '],
    ['network: 5701', 'network is not a mapping'],
    ['load-balancer: { type: sticky }', 'load-balancer.type is a string'],
    ['network: { cluster-members: [{}] }', 'network.cluster-members[0] is '],
    [
      'network: { smart-routing: true, cluster-routing: { mode: SINGLE_MEMBER } }',
      'network.cluster-routing.mode is given beside network.smart-routing',
    ],
    [
      'security: { username-password: { password: "${PASS}" } }',
      'security.username-password.password has the variable PASS, which is not set',
    ],
    [
      'flake-id-generator: { ids.a: { prefetch-count: 0 } }',
      'flake-id-generator.ids.a.prefetch-count is not accepted',
    ],
    [
      'properties: { hazelcast.client.heartbeat.timeout: 0 }',
      'properties.hazelcast.client.heartbeat.timeout is not accepted',
    ],
  ])('is wrong is named: %s', async (line, message) => {
    const problem = await problemOf(await below(line));
    expect(problem.message).toContain(message);
    expect(message).toContain((problem.details as { option: string }).option);
  });

  test.each([
    ['near-cache: { a: { preloader: { enabled: true, directory: x } } }', 'near-cache.a.preloader'],
    [
      'near-cache: { a: { eviction: { comparator-class-name: com.acme.Mine } } }',
      'near-cache.a.eviction.comparator-class-name',
    ],
    ['security: { credentials-factory: { class-name: com.acme.Mine } }', 'security.credentials-factory'],
    ['network: { kubernetes: { enabled: true } }', 'network.kubernetes'],
    [
      'network: { ssl: { enabled: true, properties: { keyStore: k.jks } } }',
      'network.ssl.properties.keyStore',
    ],
    ['import: [other.yaml]', 'import'],
  ])('asks for what is not there is refused by its name: %s', async (line, field) => {
    const problem = await problemOf(await below(line));
    expect(problem.message).toMatch(new RegExp(`^${field} is not supported; accepted: `));
  });

  test('asks for something that is switched off, or empty, asks for nothing', async () => {
    const file = await below(
      'network:',
      '  ssl:',
      '    enabled: false',
      '    factory-class-name: com.hazelcast.nio.ssl.BasicSSLContextFactory',
      '    properties:',
      '      keyStorePassword: x',
      '  aws:',
      "    enabled: 'false'",
      '    region: eu',
      'listeners: []',
      'near-cache:',
      'security:',
    );
    expect(await load(file)).toEqual([{}, []]);
  });
});

describe('near caches of a file', () => {
  test('are those of this client', async () => {
    const file = await below(
      'properties:',
      '  hazelcast.invalidation.reconciliation.interval.seconds: 30',
      '  hazelcast.invalidation.max.tolerated.miss.count: 5',
      'near-cache:',
      '  "product-*":',
      '    in-memory-format: OBJECT',
      '    invalidate-on-change: false',
      '    time-to-live-seconds: 60',
      '    max-idle-seconds: "30"',
      '    serialize-keys: true',
      '    local-update-policy: INVALIDATE',
      '    eviction:',
      '      eviction-policy: LFU',
      '      max-size-policy: ENTRY_COUNT',
      '      size: 5000',
      '    preloader:',
      '      enabled: false',
    );
    const [config, ignored] = await load(file);
    expect(config).toEqual({
      properties: {
        'hazelcast.invalidation.reconciliation.interval.seconds': 30,
        'hazelcast.invalidation.max.tolerated.miss.count': 5,
      },
      nearCaches: {
        'product-*': {
          inMemoryFormat: 'OBJECT',
          invalidateOnChange: false,
          timeToLiveSeconds: 60,
          maxIdleSeconds: 30,
          evictionPolicy: 'LFU',
          evictionMaxSize: 5000,
        },
      },
    });
    expect(ignored).toEqual([
      'near-cache.product-*.serialize-keys',
      'near-cache.product-*.local-update-policy',
    ]);
  });

  test('may have a name only', async () => {
    const file = await below('near-cache:', '  a:', '  b: {}', '  __proto__:');
    const { nearCaches } = (await load(file))[0] as { nearCaches: object };
    expect(Object.keys(nearCaches)).toEqual(['a', 'b', '__proto__']);
    expect(resolveConfig({ nearCaches: { a: {} } }).nearCaches.find('a')).toBeDefined();
  });

  test.each([
    ['in-memory-format: NATIVE', 'near-cache.a.in-memory-format', 'BINARY, OBJECT'],
    [
      'eviction: { max-size-policy: USED_NATIVE_MEMORY_SIZE }',
      'near-cache.a.eviction.max-size-policy',
      'ENTRY_COUNT',
    ],
    ['eviction: { size: 0 }', 'near-cache.a.eviction.size', 'at least 1'],
    ['eviction: { eviction-policy: MRU }', 'near-cache.a.eviction.eviction-policy', 'NONE, LRU, LFU, RANDOM'],
    ['time-to-live-seconds: -1', 'near-cache.a.time-to-live-seconds', ''],
    ['max-idle: 1', 'near-cache.a.max-idle', 'max-idle-seconds'],
  ])('are refused where they cannot be followed: %s', async (line, field, accepted) => {
    const problem = await problemOf(await below('near-cache:', '  a:', `    ${line}`));
    expect(problem.message.startsWith(`${field} `)).toBe(true);
    expect(problem.message).toContain(accepted);
  });
});

test('no value of the file is in any message, the parser’s own included', async () => {
  const files = [
    await below(`cluster-name: [${SECRET}]`),
    await below(`network: ${SECRET}`),
    await below('security:', '  username-password:', `    password: { a: ${SECRET} }`),
    await below(`load-balancer:`, `  type: ${SECRET}`),
    await below('network:', '  cluster-members:', `    - "${SECRET}:${SECRET}:x"`),
    await fileOf(`hazelcast-client:\n  security: {\n    password: ${SECRET}\n  a: b: ${SECRET}`),
  ];
  const problems = await Promise.all(files.map((file) => problemOf(file)));
  for (const problem of problems) {
    expect(`${problem.message} ${JSON.stringify(problem.details)} ${problem.stack}`).not.toContain(SECRET);
  }
  expect(problems.at(-1)?.message).toMatch(/client\.yaml, line \d, is not YAML: [A-Z_]+$/);
});

test('a file that is not there, or for somebody else, is named', async () => {
  expect((await problemOf('/nowhere/client.yaml')).message).toBe(
    '/nowhere/client.yaml cannot be read: ENOENT',
  );
  expect((await problemOf(await fileOf('hazelcast:\n  cluster-name: x'))).message).toContain(
    'client.yaml has no hazelcast-client',
  );
});

test.each([
  [
    './client.yaml',
    /^the argument of loadConfig is a string of 13 characters; accepted: an object with file,/,
  ],
  [null, /^the argument of loadConfig is null; accepted: an object with file, env, onIgnored$/],
  [
    { path: 'client.yaml' },
    /^path is no option of loadConfig; accepted: an object with file, env, onIgnored$/,
  ],
])('a file that is named otherwise than it should be is not passed over: %j', async (options, message) => {
  const problem: unknown = await loadConfig(options as never).catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(InvalidConfigurationError);
  expect((problem as Error).message).toMatch(message);
});

test('a name in the file cannot reach the prototype of all objects', async () => {
  const file = await below('flake-id-generator:', '  __proto__:', '    prefetch-count: 7');
  const [config] = await load(file);
  expect(Object.hasOwn(Object.prototype, 'prefetchCount')).toBe(false);
  expect(resolveConfig(config).flakeIdGenerators.of('__proto__').prefetchCount).toBe(7);
});

test('by default a field that is left out is a warning of the process', async () => {
  const warned = new Promise<Error>((resolve) => process.once('warning', resolve));
  await loadConfig({ file: await below('executor-pool-size: 4'), env: {} });
  expect(await warned).toMatchObject({
    name: 'HazelcastConfigWarning',
    message: 'executor-pool-size means nothing to this client and is left out',
  });
});
