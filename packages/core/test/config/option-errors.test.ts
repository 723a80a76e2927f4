import { InvalidConfigurationError } from '@offloop/values';
import { describe, expect, it } from 'vitest';

import { resolveConfig } from '../../src/config/client-config.js';
import { configWith, serializer, silent } from './support/parts.js';

/** An option, what is wrong there, and what is said of it. */
const WRONG: [option: string, value: unknown, message: RegExp][] = [
  ['clusterNmae', 'x', /clusterName, instanceName/],
  ['clusterName', 5, /is a number; accepted: a string/],
  ['clusterName', '', /not empty/],
  ['clientLabels', 'a', /an array/],
  ['network.port', 1, /clusterMembers, hazelcastCloud, connectionTimeout/],
  ['network', 5, /an object/],
  ['network.clusterMembers[0]', 5, /as a string/],
  ['network.connectionTimeout', -1, /milliseconds from 0 to 2147483647/],
  // Of a longer delay a timer makes a millisecond: no connection would ever be in time.
  ['network.connectionTimeout', 2 ** 31, /from 0 to 2147483647/],
  ['network.clusterMembers[0]', 'a:57o1', /whose port is not a number/],
  ['network.clusterMembers[0]', 'a:99999', /whose port .* 1 to 65535/],
  ['network.clusterMembers[0]', 'http://a:1', /with a scheme/],
  ['network.clusterMembers[0]', 'a:1,b:1', /with a comma/],
  ['network.clusterMembers[0]', 'a:1 ', /with white space/],
  ['network', Promise.resolve({}), /class Promise.*await/],
  ['network.redoOperation', 'yes', /is a string of 3 characters; accepted: true or false/],
  ['connectionStrategy.reconnectMode', 'MAYBE', /OFF, ON, ASYNC/],
  ['connectionStrategy.connectionRetry.jitter', 1.5, /from 0 to 1/],
  ['connectionStrategy.connectionRetry.clusterConnectTimeoutMillis', -2, /-1 for no limit/],
  ['membershipListeners[0]', null, /memberAdded/],
  ['customLogger', { log: silent }, /error, warn, info, debug, trace missing/],
  ['serialization.defaultNumberType', 'bigint', /byte, short, integer, long/],
  [
    'serialization.dataSerializableFactories.x',
    silent,
    /is not a factory id; accepted: whole numbers of 32 bits/,
  ],
  ['serialization.portableVersion', -1, /number of the version from 0 to 2147483647/],
  ['serialization.dataSerializableFactories', 'none', /accepted: an object/],
  ['serialization.dataSerializableFactories[0]', {}, /accepted: a function/],
  ['serialization.int64', 'number', /accepted: long, bigint/],
  ['serialization.isBigEndian', 0, /accepted: true or false/],
  ['serialization.customSerializers[0]', { id: 1, read: silent }, /write/],
  ['serialization', { customSerializers: [serializer(7), serializer(7)] }, /7 twice/],
  ['serialization', { customSerializers: [serializer(7)], globalSerializer: serializer(7) }, /twice/],
  [
    "properties['hazelcast.client.heartbeat.timeout']",
    '4000',
    /is a string of 4 characters; accepted: a number of milliseconds/,
  ],
  ["properties['hazelcast.client.heartbeat.intreval']", 1, /hazelcast\.client\.heartbeat\.interval/],
  ["properties['hazelcast.logging.level']", 'LOUD', /OFF, ERROR/],
  ['runtime.workers', 65, /'auto', or .* from 0 \(on the event loop\) to 64/],
  ['runtime.workers', 'all', /'auto', or a whole number/],
  ['runtime.workers', 0.5, /'auto', or a whole number/],
  ['runtime.requestRingBytes', 1_000_000, /a power of two/],
  ['runtime.completionRingBytes', NaN, /a power of two/],
  ['runtime.wait', 'spin', /park, linger/],
  ['runtime.maxPendingCalls', 1.5, /a whole number of calls/],
  ['runtime.transforms.threads', 0, /at least 1/],
  ['runtime.transforms.maxQueue', -1, /at least 0/],
  ['runtime.transforms.niceness', 20, /0 to 19/],
  ['runtime.transforms.resourceLimits.maxOldGenerationSizeMb', 1, /at least 16/],
  ['runtime.transforms.resourceLimits.stackSizeMb', 0, /a number of MB/],
  ['runtime.transforms.serializersModule', './serializers.js', /absolute path/],
  ['invocation.responseTimeoutMillis', 0, /1 to 2147483647/],
  ['invocation.responseTimeoutMillis', 2 ** 31, /milliseconds/],
  ['runtime.maxPendingBytes', Infinity, /bytes/],
  ['loadBalancer.type', 'LAST', /RANDOM, ROUND_ROBIN/],
  ['loadBalancer.customLoadBalancer', { next: silent }, /initLoadBalancer missing/],
  ['metrics.enabled', 1, /true or false/],
  ['metrics.collectionFrequencySeconds', 0, /seconds from/],
  ['network.ssl.sslOptions', 5, /an object/],
  ['network.ssl.sslOptions.checkServerIdentity', silent, /verifyIdentity: false/],
  ['network.ssl.sslOptions.pskCallback', silent, /a module the worker loads/],
  ['network.ssl.sslOptions.secureContext', {}, /ca, cert, key/],
  ['network.ssl.sslOptions.host', 'x', /set by the client/],
  ['network.ssl.sslOptionsFactory', './tls.js', /absolute/],
  ['serialization.compact.serializers[0]', {}, /getClass, getTypeName, read, write/],
  ['serialization.compact.classes', [], /serializers/],
  ['connectionStrategy.connectionRetry.jitter', -1, /is -1; accepted/],
];

describe('an error names the option, its value and what is accepted', () => {
  it.each<[unknown, string, RegExp]>([
    [[], 'the configuration', /an object/],
    ['dev', 'the configuration', /an object/],
    [{ clientLabels: ['a', 1] }, 'clientLabels[1]', /is a number/],
    [{ network: { clusterMembers: ['ok', 'bad:port'] } }, 'network.clusterMembers[1]', /host:port/],
    ...[
      'hazelcast.client.heartbeat.interval',
      'hazelcast.client.invocation.retry.pause.millis',
      'hazelcast.client.operation.backup.timeout.millis',
    ].map((name): [unknown, string, RegExp] => [
      { properties: { [name]: 2 ** 31 } },
      `properties['${name}']`,
      /milliseconds from [01] to 2147483647/,
    ]),
    [Promise.resolve({}), 'the configuration', /class Promise.*await/],
    [{ lifecycleListeners: [silent, {}] }, 'lifecycleListeners[1]', /a function/],
    [{ membershipListeners: [{ init: silent }, {}] }, 'membershipListeners[1]', /memberAdded/],
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
      { serialization: { customSerializers: [serializer(0)] } },
      'serialization.customSerializers[0].id',
      /from 1/,
    ],
    [{ security: { token: {} } }, 'security.token.token', /a string/],
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
      { serialization: { compact: { serializers: [compactSerializer(Date, 'd')] } } },
      'serialization.compact.serializers[0].getClass()',
      /is Date/,
    ],
    [
      { serialization: { compact: { serializers: [compactSerializer(Map, '')] } } },
      'serialization.compact.serializers[0].getTypeName()',
      /not empty/,
    ],
    ...WRONG.map(([option, value, message]): [unknown, string, RegExp] => [
      configWith(option, value),
      option,
      message,
    ]),
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
