import { SILENT_LOGGER } from '@offloop/tools';
import { CompactTypes } from '@offloop/values';
import { describe, expect, it } from 'vitest';

import { type ClientConfig, resolveConfig } from '../../src/config/client-config.js';
import { official } from './support/official-config.js';
import { serializer, silent } from './support/parts.js';

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

it('official options are accepted where they ask for nothing', () => {
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
    customLogger: SILENT_LOGGER,
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

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}
