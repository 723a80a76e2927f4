import type * as runtimePackage from '@offloop/runtime';
import { AGENT_ENTRY } from '@offloop/workers';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { shardOptions } from '../../src/client/shard-options.js';
import { type ClientConfig, resolveConfig } from '../../src/config/client-config.js';
import { configWith } from '../config/support/parts.js';

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

const defaults = settingsOf({});

/** An option, its value, which is no default, and what the worker is told of it. */
const ROWS: [option: string, value: unknown, told: Partial<Settings>][] = [
  ['metrics.collectionFrequencySeconds', 7, { statisticsPeriodMillis: 7000 }],
  ['metrics.enabled', false, { statisticsPeriodMillis: 0 }],
  ["properties['hazelcast.discovery.public.ip.enabled']", true, { usePublicIp: true }],
  ['clientLabels', ['a', 'b'], { labels: ['a', 'b'] }],
  ['network.redoOperation', true, { redoOperation: true }],
  ['network.smartRouting', false, { smartRouting: false, backupAcks: false }],
  ['network.connectionTimeout', 1234, { connectionTimeoutMillis: 1234 }],
  ['backupAckToClientEnabled', false, { backupAcks: false }],
  ['loadBalancer.type', 'RANDOM', { loadBalancing: 'RANDOM' }],
  ['connectionStrategy.reconnectMode', 'ASYNC', { reconnectMode: 'ASYNC' }],
  ['runtime.maxMessageBytes', 12_345, { maxMessageBytes: 12_345 }],
  ['runtime.reuseReadBuffer', false, { reuseReadBuffer: false }],
  ['runtime.readChunkBytes', 65_536, { readChunkBytes: 65_536 }],
  ['runtime.packJsonFrom', 1234, { packJsonFrom: 1234 }],
  ...Object.entries({
    'autopipelining.enabled': { pipelining: false },
    'autopipelining.threshold.bytes': { pipeliningThresholdBytes: 1234 },
    'heartbeat.interval': { heartbeatIntervalMillis: 1234 },
    'heartbeat.timeout': { heartbeatTimeoutMillis: 1234 },
    'invocation.timeout.millis': { invocationTimeoutMillis: 1234 },
    'invocation.retry.pause.millis': { invocationRetryPauseMillis: 1234 },
    'operation.backup.timeout.millis': { backupTimeoutMillis: 1234 },
    'operation.fail.on.indeterminate.state': { failOnIndeterminateState: true },
    'socket.no.delay': { noDelay: false },
    'shuffle.member.list': { shuffleMembers: false },
  }).map(([name, told]): [string, unknown, Partial<Settings>] => [
    `properties['hazelcast.client.${name}']`,
    Object.values(told)[0],
    told,
  ]),
  ...Object.entries({
    initialBackoffMillis: 12,
    maxBackoffMillis: 1234,
    multiplier: 3,
    jitter: 0.5,
    clusterConnectTimeoutMillis: 1234,
  }).map(([name, value]): [string, unknown, Partial<Settings>] => [
    `connectionStrategy.connectionRetry.${name}`,
    value,
    { retry: { ...defaults.retry, [name]: value } },
  ]),
];

/** The same for what the floor is told: the rings, and its half in the thread. */
const FLOOR_ROWS: [runtime: NonNullable<ClientConfig['runtime']>, told: Partial<Options>][] = [
  [{ requestRingBytes: 2048 }, { requestRingBytes: 2048 }],
  [{ completionRingBytes: 2048 }, { completionRingBytes: 2048 }],
  [{ lingerMicros: 12.5 }, { thread: threadWith({ lingerMicros: 12.5 }) }],
  [{ wait: 'linger' }, { callerLingerMicros: 100 }],
  [
    { wait: 'linger', lingerMicros: 12.5 },
    { callerLingerMicros: 12.5, thread: threadWith({ lingerMicros: 12.5 }) },
  ],
  [{ callerStallTimeoutMillis: 1234 }, { thread: threadWith({ callerStallTimeoutMillis: 1234 }) }],
  [{ maxSpilledBytes: 12_345 }, { thread: threadWith({ maxSpilledBytes: 12_345 }) }],
];

function threadWith(told: Partial<Options['thread']>): Options['thread'] {
  return { ...optionsOf({}).thread, ...told };
}

describe('what the worker is told', () => {
  test.each(ROWS)('of %s is what was configured, and nothing else changes', (option, value, told) => {
    expect(defaults).not.toMatchObject(told);
    expect(settingsOf(configWith(option, value) as ClientConfig)).toEqual({ ...defaults, ...told });
  });
});

describe('what the floor is told', () => {
  test.each(FLOOR_ROWS)('of %j is what was configured, and nothing else changes', (runtime, told) => {
    expect(optionsOf({})).not.toMatchObject(told);
    expect(optionsOf({ runtime })).toEqual({ ...optionsOf({}), ...told });
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
