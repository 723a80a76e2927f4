import type * as runtimePackage from '@offloop/runtime';
import { AGENT_ENTRY } from '@offloop/workers';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { shardOptions } from '../../src/client/shard-options.js';
import { type ClientConfig, resolveConfig } from '../../src/config/client-config.js';
import type { Property } from '../../src/config/sections/properties.js';

const machine = vi.hoisted(() => ({ cpus: 2 }));
vi.mock('@offloop/runtime', async (importOriginal) => ({
  ...(await importOriginal<typeof runtimePackage>()),
  availableCpus: () => machine.cpus,
}));
afterEach(() => {
  machine.cpus = 2;
});

type Options = ReturnType<typeof shardOptions>;
type Settings = Options['settings'];

const optionsOf = (config: ClientConfig, workers: 0 | 1 = 1): Options =>
  shardOptions(resolveConfig(config), [], null, 'name', ['uuid'], workers);
const settingsOf = (config: ClientConfig): Settings => optionsOf(config).settings;
const property = (name: string, value: Property): ClientConfig => ({
  properties: { [`hazelcast.client.${name}`]: value },
});
const retry = (name: string, value: number): ClientConfig => ({
  connectionStrategy: { connectionRetry: { [name]: value } },
});

const defaults = settingsOf({});
const DEFAULT_RETRY = defaults.retry;

/** What is configured; what the worker is told of it. No value is a default. */
const ROWS: [what: string, config: ClientConfig, told: Partial<Settings>][] = [
  ['autopipelining.enabled', property('autopipelining.enabled', false), { pipelining: false }],
  [
    'autopipelining.threshold.bytes',
    property('autopipelining.threshold.bytes', 1234),
    { pipeliningThresholdBytes: 1234 },
  ],
  [
    'metrics.collectionFrequencySeconds',
    { metrics: { enabled: true, collectionFrequencySeconds: 7 } },
    { statisticsPeriodMillis: 7000 },
  ],
  ['metrics.enabled', { metrics: { enabled: false } }, { statisticsPeriodMillis: 0 }],
  ['heartbeat.interval', property('heartbeat.interval', 1234), { heartbeatIntervalMillis: 1234 }],
  ['heartbeat.timeout', property('heartbeat.timeout', 1234), { heartbeatTimeoutMillis: 1234 }],
  [
    'invocation.timeout.millis',
    property('invocation.timeout.millis', 1234),
    { invocationTimeoutMillis: 1234 },
  ],
  [
    'invocation.retry.pause.millis',
    property('invocation.retry.pause.millis', 1234),
    { invocationRetryPauseMillis: 1234 },
  ],
  [
    'operation.backup.timeout.millis',
    property('operation.backup.timeout.millis', 1234),
    { backupTimeoutMillis: 1234 },
  ],
  [
    'operation.fail.on.indeterminate.state',
    property('operation.fail.on.indeterminate.state', true),
    { failOnIndeterminateState: true },
  ],
  ['socket.no.delay', property('socket.no.delay', false), { noDelay: false }],
  ['shuffle.member.list', property('shuffle.member.list', false), { shuffleMembers: false }],
  [
    'discovery.public.ip.enabled',
    { properties: { 'hazelcast.discovery.public.ip.enabled': true } },
    { usePublicIp: true },
  ],
  ['clientLabels', { clientLabels: ['a', 'b'] }, { labels: ['a', 'b'] }],
  ['network.redoOperation', { network: { redoOperation: true } }, { redoOperation: true }],
  ['network.smartRouting', { network: { smartRouting: false } }, { smartRouting: false, backupAcks: false }],
  ['network.connectionTimeout', { network: { connectionTimeout: 1234 } }, { connectionTimeoutMillis: 1234 }],
  ['backupAckToClientEnabled', { backupAckToClientEnabled: false }, { backupAcks: false }],
  ['loadBalancer.type', { loadBalancer: { type: 'RANDOM' } }, { loadBalancing: 'RANDOM' }],
  ['reconnectMode', { connectionStrategy: { reconnectMode: 'ASYNC' } }, { reconnectMode: 'ASYNC' }],
  [
    'initialBackoffMillis',
    retry('initialBackoffMillis', 12),
    { retry: { ...DEFAULT_RETRY, initialBackoffMillis: 12 } },
  ],
  [
    'maxBackoffMillis',
    retry('maxBackoffMillis', 1234),
    { retry: { ...DEFAULT_RETRY, maxBackoffMillis: 1234 } },
  ],
  ['multiplier', retry('multiplier', 3), { retry: { ...DEFAULT_RETRY, multiplier: 3 } }],
  ['jitter', retry('jitter', 0.5), { retry: { ...DEFAULT_RETRY, jitter: 0.5 } }],
  [
    'clusterConnectTimeoutMillis',
    retry('clusterConnectTimeoutMillis', 1234),
    { retry: { ...DEFAULT_RETRY, clusterConnectTimeoutMillis: 1234 } },
  ],
  ['runtime.maxMessageBytes', { runtime: { maxMessageBytes: 12_345 } }, { maxMessageBytes: 12_345 }],
  ['runtime.reuseReadBuffer', { runtime: { reuseReadBuffer: false } }, { reuseReadBuffer: false }],
  ['runtime.readChunkBytes', { runtime: { readChunkBytes: 65_536 } }, { readChunkBytes: 65_536 }],
  ['runtime.packJsonFrom', { runtime: { packJsonFrom: 1234 } }, { packJsonFrom: 1234 }],
];

/** The same for what the floor is told: the rings, and its half in the thread. */
const FLOOR_ROWS: [what: string, config: ClientConfig, told: Partial<Options>][] = [
  ['runtime.requestRingBytes', { runtime: { requestRingBytes: 2048 } }, { requestRingBytes: 2048 }],
  ['runtime.completionRingBytes', { runtime: { completionRingBytes: 2048 } }, { completionRingBytes: 2048 }],
  [
    'runtime.lingerMicros',
    { runtime: { lingerMicros: 12.5 } },
    { thread: threadWith({ lingerMicros: 12.5 }) },
  ],
  ['runtime.wait', { runtime: { wait: 'linger' } }, { callerLingerMicros: 100 }],
  [
    'runtime.wait and lingerMicros',
    { runtime: { wait: 'linger', lingerMicros: 12.5 } },
    { callerLingerMicros: 12.5, thread: threadWith({ lingerMicros: 12.5 }) },
  ],
  [
    'runtime.callerStallTimeoutMillis',
    { runtime: { callerStallTimeoutMillis: 1234 } },
    { thread: threadWith({ callerStallTimeoutMillis: 1234 }) },
  ],
  [
    'runtime.maxSpilledBytes',
    { runtime: { maxSpilledBytes: 12_345 } },
    { thread: threadWith({ maxSpilledBytes: 12_345 }) },
  ],
];

function threadWith(told: Partial<Options['thread']>): Options['thread'] {
  return { ...optionsOf({}).thread, ...told };
}

describe('what the worker is told', () => {
  test.each(ROWS)('of %s is what was configured, and nothing else changes', (_what, config, told) => {
    expect(defaults).not.toMatchObject(told);
    expect(settingsOf(config)).toEqual({ ...defaults, ...told });
  });
});

describe('what the floor is told', () => {
  test.each(FLOOR_ROWS)('of %s is what was configured, and nothing else changes', (_what, config, told) => {
    expect(optionsOf({})).not.toMatchObject(told);
    expect(optionsOf(config)).toEqual({ ...optionsOf({}), ...told });
  });

  test('by default is an agent with a thread that polls, and a caller that does not', () => {
    expect(optionsOf({})).toMatchObject({
      shards: 1,
      entry: AGENT_ENTRY,
      name: 'offloop:name',
      thread: { lingerMicros: 100, callerStallTimeoutMillis: 300_000, maxSpilledBytes: 32 * 2 ** 20 },
      callerLingerMicros: 0,
      requestRingBytes: 2 ** 20,
      completionRingBytes: 4 * 2 ** 20,
    });
  });

  test('with workers: 0 is that the agent runs on the caller’s loop, where nobody polls and nothing is packed', () => {
    const config = { runtime: { workers: 0, wait: 'linger', packJsonFrom: 1234 } } as const;
    const threaded = optionsOf(config);
    expect(optionsOf(config, 0)).toEqual({
      ...threaded,
      entry: undefined,
      callerLingerMicros: 0,
      thread: { ...threaded.thread, lingerMicros: 0 },
      settings: { ...threaded.settings, packJsonFrom: null },
    });
  });

  test('on less than two CPUs is that nobody polls and nothing is packed: the thread stays', () => {
    const config = { runtime: { wait: 'linger', packJsonFrom: 1234 } } as const;
    const onTwo = optionsOf(config);
    machine.cpus = 1.5;
    expect(optionsOf(config)).toEqual({
      ...onTwo,
      callerLingerMicros: 0,
      thread: { ...onTwo.thread, lingerMicros: 0 },
      settings: { ...onTwo.settings, packJsonFrom: null },
    });
  });

  test('of the heap is to report it where metrics are sent', () => {
    expect(optionsOf({ metrics: { enabled: true } }).reportsHeap).toBe(true);
    expect(optionsOf({ metrics: { enabled: false } }).reportsHeap).toBe(false);
  });

  test('of JSON is to pack none that is wanted as text', () => {
    const config: ClientConfig = {
      runtime: { packJsonFrom: 1234 },
      serialization: { jsonStringDeserializationPolicy: 'NO_DESERIALIZATION' },
    };
    expect(settingsOf(config).packJsonFrom).toBeNull();
    expect(settingsOf({}).packJsonFrom).toBe(64);
  });
});
