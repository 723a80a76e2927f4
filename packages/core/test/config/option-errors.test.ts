import { InvalidConfigurationError } from '@offloop/values';
import { describe, expect, it } from 'vitest';

import { resolveConfig } from '../../src/config/client-config.js';
import { serializer, silent } from './support/parts.js';

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

function compactSerializer(written: unknown, typeName: string): object {
  return { getClass: () => written, getTypeName: () => typeName, read: () => null, write: () => undefined };
}
