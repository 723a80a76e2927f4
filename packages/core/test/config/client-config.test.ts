import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';

import { type ClientConfig, resolveConfig } from '../../src/config/client-config.js';
import { InvalidConfigurationError, type Serializer, CompactTypes } from '@offloop/values';

const theirs = createRequire(createRequire(import.meta.url).resolve('hazelcast-client'));
interface OfficialConfig {
  [section: string]: Record<string, unknown>;
}
const { ConfigBuilder } = theirs('./config/ConfigBuilder.js') as {
  ConfigBuilder: new (config: unknown) => { build(): OfficialConfig };
};
const official = (config: unknown): OfficialConfig => new ConfigBuilder(config).build();

const serializer = (id: number): Serializer => ({ id, read: () => null, write() {} });
const silent = (): void => undefined;
const logger = { log: silent, error: silent, warn: silent, info: silent, debug: silent, trace: silent };

describe('defaults', () => {
  const defaults = resolveConfig(undefined);

  it('are those of the official client, where it has the option', () => {
    const { network, connectionStrategy, properties, serialization, ...top } = official({});
    expect(defaults).toMatchObject({
      clusterName: top['clusterName'],
      clientLabels: top['clientLabels'],
      backupAckToClientEnabled: top['backupAckToClientEnabled'],
      customLogger: top['customLogger'],
      connectionStrategy,
      properties,
    });
    const { connectionTimeout, redoOperation, smartRouting } = network;
    expect(defaults.network).toMatchObject({ connectionTimeout, redoOperation, smartRouting });
    const { defaultNumberType, jsonStringDeserializationPolicy, customSerializers, globalSerializer } =
      serialization;
    expect(defaults.serialization).toEqual({
      defaultNumberType,
      int64: 'long',
      isBigEndian: serialization['isBigEndian'],
      jsonStringDeserializationPolicy,
      dataSerializableFactories: new Map(),
      compact: new CompactTypes([]),
      portableFactories: new Map(),
      portableVersion: 0,
      customSerializers,
      globalSerializer,
    });
  });

  it('of the runtime are as many workers as the CPUs are worth, parked, and bounded memory', () => {
    expect(defaults.runtime).toEqual({
      workers: 'auto',
      requestRingBytes: 2 ** 20,
      completionRingBytes: 2 ** 22,
      wait: 'park',
      lingerMicros: 100,
      maxPendingBytes: 2 ** 28,
      maxPendingCalls: 1_000_000,
      maxMessageBytes: 2 ** 29,
      maxSpilledBytes: 2 ** 25,
      callerStallTimeoutMillis: 300_000,
      packJsonFrom: 64,
      reuseReadBuffer: true,
      readChunkBytes: null,
      transforms: {
        threads: null,
        maxQueue: 1000,
        resourceLimits: {},
        niceness: 10,
        serializersModule: null,
      },
    });
  });

  it('stand in for options that are undefined, and for empty sections', () => {
    expect(resolveConfig({ clusterName: undefined, network: {}, runtime: { workers: undefined } })).toEqual(
      defaults,
    );
    expect(resolveConfig({ network: { clusterMembers: [] }, connectionStrategy: null })).toEqual(defaults);
  });
});

describe('what is given', () => {
  const given: ClientConfig = {
    clusterName: 'prod',
    instanceName: 'shop-1',
    clientLabels: ['blue'],
    network: {
      clusterMembers: ['a:1', '[::1]:2', 'b'],
      connectionTimeout: 0,
      redoOperation: true,
      smartRouting: false,
    },
    connectionStrategy: {
      asyncStart: true,
      reconnectMode: 'OFF',
      connectionRetry: {
        initialBackoffMillis: 1,
        maxBackoffMillis: 2,
        multiplier: 3,
        jitter: 1,
        clusterConnectTimeoutMillis: 0,
      },
    },
    lifecycleListeners: [silent],
    serialization: {
      defaultNumberType: 'INTEGER',
      jsonStringDeserializationPolicy: 'NO_DESERIALIZATION',
      int64: 'BigInt' as never,
      isBigEndian: false,
      customSerializers: [serializer(1), serializer(2)],
      globalSerializer: serializer(3),
    },
    customLogger: logger,
    backupAckToClientEnabled: false,
    properties: { 'hazelcast.logging.level': 'DEBUG', 'hazelcast.client.heartbeat.timeout': 4000 },
    runtime: { workers: 0, requestRingBytes: 4096, wait: 'linger', lingerMicros: 0, maxPendingCalls: 5 },
  };

  it('is taken over', () => {
    const resolved = resolveConfig(given);
    expect(resolved).toMatchObject({
      ...given,
      network: {
        clusterMembers: [
          { host: 'a', port: 1 },
          { host: '::1', port: 2 },
          { host: 'b', port: undefined },
        ],
      },
      serialization: { ...given.serialization, defaultNumberType: 'integer', int64: 'bigint' },
    });
    expect(resolved.serialization.globalSerializer).toBe(given.serialization!.globalSerializer);
  });

  it('may have factories with negative ids, as Hazelcast itself has', () => {
    const factory = (): never => silent() as never;
    const { serialization } = resolveConfig({
      serialization: {
        dataSerializableFactories: { [-100]: factory, 5: factory },
        portableFactories: { 3: factory as never },
        portableVersion: 2,
      },
    });
    expect(serialization.dataSerializableFactories).toEqual(
      new Map([
        [5, factory],
        [-100, factory],
      ]),
    );
    expect(serialization.portableFactories).toEqual(new Map([[3, factory]]));
    expect(serialization.portableVersion).toBe(2);
  });

  it('may have its factories in an array, which the official types allow', () => {
    const factory = (): never => silent() as never;
    const { serialization } = resolveConfig({
      // oxlint-disable-next-line no-sparse-arrays
      serialization: { dataSerializableFactories: [factory, , factory] as never, portableFactories: [] },
    });
    expect(serialization.dataSerializableFactories).toEqual(
      new Map([
        [0, factory],
        [2, factory],
      ]),
    );
  });

  it('is not changed, nor kept', () => {
    const frozen = deepFreeze({ ...given, clientLabels: ['x'] });
    const resolved = resolveConfig(frozen);
    expect(resolved.clientLabels).toEqual(['x']);
    expect(resolved.clientLabels).not.toBe(frozen.clientLabels);
  });

  it('may be inherited', () => {
    expect(resolveConfig(Object.create({ clusterName: 'base' })).clusterName).toBe('base');
  });
});

describe('metrics', () => {
  const ENABLED = 'hazelcast.client.statistics.enabled';
  const PERIOD = 'hazelcast.client.statistics.period.seconds';
  it.each<[ClientConfig, boolean, number]>([
    [{}, true, 5],
    [{ metrics: { enabled: false } }, false, 5],
    [{ metrics: { collectionFrequencySeconds: 2 } }, true, 2],
    [{ properties: { [ENABLED]: false } }, false, 5],
    [{ properties: { [ENABLED]: true }, metrics: { enabled: false } }, true, 5],
    [{ properties: { [PERIOD]: 9 }, metrics: { collectionFrequencySeconds: 2 } }, true, 9],
    [{ properties: { [PERIOD]: 0 } }, true, 3],
    [{ properties: { [PERIOD]: -2 }, metrics: { collectionFrequencySeconds: 2 } }, true, 3],
    [{ properties: { [PERIOD]: 0.5 } }, true, 0.5],
    [{ properties: { [ENABLED]: undefined } as never, metrics: { enabled: false } }, false, 5],
  ])('of %j are enabled: %s, every %i seconds', (config, enabled, collectionFrequencySeconds) => {
    expect(resolveConfig(config).metrics).toEqual({ enabled, collectionFrequencySeconds });
  });
});

describe('an error names the option, its value and what is accepted', () => {
  it.each<[unknown, string, RegExp]>([
    [[], 'the configuration', /an object/],
    ['dev', 'the configuration', /an object/],
    [{ clusterNmae: 'x' }, 'clusterNmae', /clusterName, instanceName/],
    [{ clusterName: 5 }, 'clusterName', /is a number; accepted: a string/],
    [{ clusterName: '' }, 'clusterName', /not empty/],
    [{ clientLabels: ['a', 1] }, 'clientLabels[1]', /is a number/],
    [{ clientLabels: 'a' }, 'clientLabels', /an array/],
    [{ network: { port: 1 } }, 'network.port', /clusterMembers, hazelcastCloud, connectionTimeout/],
    [{ network: 5 }, 'network', /an object/],
    [{ network: { clusterMembers: ['ok', 'bad:port'] } }, 'network.clusterMembers[1]', /host:port/],
    [{ network: { clusterMembers: [5] } }, 'network.clusterMembers[0]', /as a string/],
    [
      { network: { connectionTimeout: -1 } },
      'network.connectionTimeout',
      /milliseconds from 0 to 2147483647/,
    ],
    // Of a longer delay a timer makes a millisecond: no connection would ever be in time.
    [{ network: { connectionTimeout: 2 ** 31 } }, 'network.connectionTimeout', /from 0 to 2147483647/],
    ...[
      'hazelcast.client.heartbeat.interval',
      'hazelcast.client.invocation.retry.pause.millis',
      'hazelcast.client.operation.backup.timeout.millis',
    ].map((name): [unknown, string, RegExp] => [
      { properties: { [name]: 2 ** 31 } },
      `properties['${name}']`,
      /milliseconds from [01] to 2147483647/,
    ]),
    [{ network: { clusterMembers: ['a:57o1'] } }, 'network.clusterMembers[0]', /whose port is not a number/],
    [{ network: { clusterMembers: ['a:99999'] } }, 'network.clusterMembers[0]', /whose port .* 1 to 65535/],
    [{ network: { clusterMembers: ['http://a:1'] } }, 'network.clusterMembers[0]', /with a scheme/],
    [{ network: { clusterMembers: ['a:1,b:1'] } }, 'network.clusterMembers[0]', /with a comma/],
    [{ network: { clusterMembers: ['a:1 '] } }, 'network.clusterMembers[0]', /with white space/],
    [Promise.resolve({}), 'the configuration', /class Promise.*await/],
    [{ network: Promise.resolve({}) }, 'network', /class Promise.*await/],
    [
      { network: { redoOperation: 'yes' } },
      'network.redoOperation',
      /is a string of 3 characters; accepted: true or false/,
    ],
    [
      { connectionStrategy: { reconnectMode: 'MAYBE' } },
      'connectionStrategy.reconnectMode',
      /OFF, ON, ASYNC/,
    ],
    [
      { connectionStrategy: { connectionRetry: { jitter: 1.5 } } },
      'connectionStrategy.connectionRetry.jitter',
      /from 0 to 1/,
    ],
    [
      { connectionStrategy: { connectionRetry: { clusterConnectTimeoutMillis: -2 } } },
      'connectionStrategy.connectionRetry.clusterConnectTimeoutMillis',
      /-1 for no limit/,
    ],
    [{ lifecycleListeners: [silent, {}] }, 'lifecycleListeners[1]', /a function/],
    [{ membershipListeners: [{ init: silent }, {}] }, 'membershipListeners[1]', /memberAdded/],
    [{ membershipListeners: [null] }, 'membershipListeners[0]', /memberAdded/],
    [{ customLogger: { log: silent } }, 'customLogger', /error, warn, info, debug, trace missing/],
    [
      { serialization: { defaultNumberType: 'bigint' } },
      'serialization.defaultNumberType',
      /byte, short, integer, long/,
    ],
    [
      { serialization: { dataSerializableFactories: { x: silent } } },
      'serialization.dataSerializableFactories.x',
      /is not a factory id; accepted: whole numbers of 32 bits/,
    ],
    [
      { serialization: { dataSerializableFactories: { 7: {} } } },
      'serialization.dataSerializableFactories[7]',
      /accepted: a function that makes an object/,
    ],
    [
      { serialization: { portableFactories: { 7: {} } } },
      'serialization.portableFactories[7]',
      /accepted: a function that makes an object/,
    ],
    [
      { serialization: { portableVersion: -1 } },
      'serialization.portableVersion',
      /number of the version from 0 to 2147483647/,
    ],
    [
      { serialization: { dataSerializableFactories: 'none' } },
      'serialization.dataSerializableFactories',
      /accepted: an object/,
    ],
    [
      { serialization: { dataSerializableFactories: [{}] } },
      'serialization.dataSerializableFactories[0]',
      /accepted: a function/,
    ],
    [{ serialization: { int64: 'number' } }, 'serialization.int64', /accepted: long, bigint/],
    [{ serialization: { isBigEndian: 0 } }, 'serialization.isBigEndian', /accepted: true or false/],
    [
      { serialization: { customSerializers: [{ id: 1, read: silent }] } },
      'serialization.customSerializers[0]',
      /write/,
    ],
    [
      { serialization: { customSerializers: [serializer(0)] } },
      'serialization.customSerializers[0].id',
      /from 1/,
    ],
    [{ serialization: { customSerializers: [serializer(7), serializer(7)] } }, 'serialization', /7 twice/],
    [
      { serialization: { customSerializers: [serializer(7)], globalSerializer: serializer(7) } },
      'serialization',
      /twice/,
    ],
    [
      { properties: { 'hazelcast.client.heartbeat.timeout': '4000' } },
      "properties['hazelcast.client.heartbeat.timeout']",
      /is a string of 4 characters; accepted: a number of milliseconds/,
    ],
    [
      { properties: { 'hazelcast.client.heartbeat.intreval': 1 } },
      "properties['hazelcast.client.heartbeat.intreval']",
      /hazelcast\.client\.heartbeat\.interval/,
    ],
    [
      { properties: { 'hazelcast.logging.level': 'LOUD' } },
      "properties['hazelcast.logging.level']",
      /OFF, ERROR/,
    ],
    [{ runtime: { workers: 65 } }, 'runtime.workers', /'auto', or .* from 0 \(on the event loop\) to 64/],
    [{ runtime: { workers: 'all' } }, 'runtime.workers', /'auto', or a whole number/],
    [{ runtime: { workers: 0.5 } }, 'runtime.workers', /'auto', or a whole number/],
    [{ runtime: { requestRingBytes: 1_000_000 } }, 'runtime.requestRingBytes', /a power of two/],
    [{ runtime: { completionRingBytes: NaN } }, 'runtime.completionRingBytes', /a power of two/],
    [{ runtime: { wait: 'spin' } }, 'runtime.wait', /park, linger/],
    [{ runtime: { maxPendingCalls: 1.5 } }, 'runtime.maxPendingCalls', /a whole number of calls/],
    [{ runtime: { transforms: { threads: 0 } } }, 'runtime.transforms.threads', /at least 1/],
    [{ runtime: { transforms: { maxQueue: -1 } } }, 'runtime.transforms.maxQueue', /at least 0/],
    [{ runtime: { transforms: { niceness: 20 } } }, 'runtime.transforms.niceness', /0 to 19/],
    [
      { runtime: { transforms: { resourceLimits: { maxOldGenerationSizeMb: 1 } } } },
      'runtime.transforms.resourceLimits.maxOldGenerationSizeMb',
      /at least 16/,
    ],
    [
      { runtime: { transforms: { resourceLimits: { stackSizeMb: 0 } } } },
      'runtime.transforms.resourceLimits.stackSizeMb',
      /a number of MB/,
    ],
    [
      { runtime: { transforms: { serializersModule: './serializers.js' } } },
      'runtime.transforms.serializersModule',
      /absolute path/,
    ],
    [{ invocation: { responseTimeoutMillis: 0 } }, 'invocation.responseTimeoutMillis', /1 to 2147483647/],
    [{ invocation: { responseTimeoutMillis: 2 ** 31 } }, 'invocation.responseTimeoutMillis', /milliseconds/],
    [{ runtime: { maxPendingBytes: Infinity } }, 'runtime.maxPendingBytes', /bytes/],
    [{ loadBalancer: { type: 'LAST' } }, 'loadBalancer.type', /RANDOM, ROUND_ROBIN/],
    [
      { loadBalancer: { customLoadBalancer: { next: silent } } },
      'loadBalancer.customLoadBalancer',
      /initLoadBalancer missing/,
    ],
    [{ security: { token: {} } }, 'security.token.token', /a string/],
    [{ metrics: { enabled: 1 } }, 'metrics.enabled', /true or false/],
    [{ metrics: { collectionFrequencySeconds: 0 } }, 'metrics.collectionFrequencySeconds', /seconds from/],
    [{ network: { ssl: { sslOptions: 5 } } }, 'network.ssl.sslOptions', /an object/],
    [
      { network: { ssl: { sslOptions: { checkServerIdentity: silent } } } },
      'network.ssl.sslOptions.checkServerIdentity',
      /verifyIdentity: false/,
    ],
    [
      { network: { ssl: { sslOptions: { pskCallback: silent } } } },
      'network.ssl.sslOptions.pskCallback',
      /a module the worker loads/,
    ],
    [
      { network: { ssl: { sslOptions: { secureContext: {} } } } },
      'network.ssl.sslOptions.secureContext',
      /ca, cert, key/,
    ],
    [{ network: { ssl: { sslOptions: { host: 'x' } } } }, 'network.ssl.sslOptions.host', /set by the client/],
    [{ network: { ssl: { sslOptionsFactory: './tls.js' } } }, 'network.ssl.sslOptionsFactory', /absolute/],
    [
      { network: { ssl: { sslOptions: {}, sslOptionsFactoryProperties: {} } } },
      'network.ssl.sslOptions',
      /one of the two/,
    ],
    [{ network: { ssl: {} } }, 'network.ssl.enabled', /is undefined; accepted: true, or false/],
    [{ network: { ssl: { sslOptions: { ca: 'a' } } } }, 'network.ssl.enabled', /false for plaintext/],
    [
      { network: { ssl: { sslOptionsFactoryProperties: { caPath: 'ca.pem' } } } },
      'network.ssl.enabled',
      /false for plaintext/,
    ],
    [{ network: { ssl: { verifyIdentity: true } } }, 'network.ssl.enabled', /false for plaintext/],
    [
      { serialization: { compact: { serializers: [{}] } } },
      'serialization.compact.serializers[0]',
      /getClass, getTypeName, read, write/,
    ],
    [
      { serialization: { compact: { serializers: [compactSerializer(Date, 'd')] } } },
      'serialization.compact.serializers[0].getClass()',
      /is Date/,
    ],
    [
      { serialization: { compact: { serializers: [compactSerializer(Map, '')] } } },
      'serialization.compact.serializers[0].getTypeName()',
      /not empty/,
    ],
    [
      {
        serialization: {
          compact: { serializers: [compactSerializer(Map, 'a'), compactSerializer(Map, 'b')] },
        },
      },
      'serialization.compact.serializers',
      /a class twice/,
    ],
    [
      {
        serialization: {
          compact: { serializers: [compactSerializer(Map, 'a'), compactSerializer(Set, 'a')] },
        },
      },
      'serialization.compact.serializers',
      /a type name twice/,
    ],
    [{ serialization: { compact: { classes: [] } } }, 'serialization.compact.classes', /serializers/],
    [
      { connectionStrategy: { connectionRetry: { jitter: -1 } } },
      'connectionStrategy.connectionRetry.jitter',
      /is -1; accepted/,
    ],
  ])('%j', (config, option, message) => {
    expect(() => resolveConfig(config)).toThrow(InvalidConfigurationError);
    expect(() => resolveConfig(config)).toThrow(message);
    expect(() => resolveConfig(config)).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ option }) as unknown }),
    );
  });
});

describe('official options that are not supported yet', () => {
  it.each<[string, unknown]>([
    [
      "properties['hazelcast.client.socket.no.delay']",
      { properties: { 'hazelcast.client.socket.no.delay': false } },
    ],
  ])('%s is an error that says so', (option, config) => {
    expect(() => resolveConfig(config)).toThrow(
      expect.objectContaining({
        name: 'InvalidConfigurationError',
        message: expect.stringContaining(`${option} is`) as unknown,
        details: expect.objectContaining({ option }) as unknown,
      }),
    );
    expect(() => resolveConfig(config)).toThrow(/not supported yet$/);
  });

  it('are accepted where they ask for nothing', () => {
    const harmless = {
      network: { ssl: { enabled: false } },

      membershipListeners: [],
      serialization: { isBigEndian: true, portableVersion: 0, compact: { serializers: [] } },
      properties: {
        'hazelcast.client.socket.no.delay': true,
        'hazelcast.discovery.public.ip.enabled': null,
      },
    };
    expect(resolveConfig(harmless)).toEqual(resolveConfig({}));
  });

  it('are all of those that the official client has', () => {
    // A made-up option is refused in other words than an official one, so no official one may be refused so.
    for (const section of ['', 'network', 'connectionStrategy', 'serialization', 'properties']) {
      const options = section === '' ? official({}) : official({})[section];
      for (const option of Object.keys(options).filter((each) => each !== 'configPatternMatcher')) {
        const config = section === '' ? { [option]: 1 } : { [section]: { [option]: 1 } };
        expect(() => resolveConfig(config)).not.toThrow(/is not an option/);
      }
    }
  });
});

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}

function compactSerializer(written: unknown, typeName: string): object {
  return { getClass: () => written, getTypeName: () => typeName, read: () => null, write: () => undefined };
}
