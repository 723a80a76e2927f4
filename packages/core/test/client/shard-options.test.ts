import { describe, expect, test } from 'vitest';

import { shardOptions } from '../../src/client/shard-options.js';
import type { ClientConfig } from '../../src/config/client-config.js';
import { resolveConfig } from '../../src/config/resolve-config.js';

type Settings = ReturnType<typeof shardOptions>['settings'];

const settingsOf = (config: ClientConfig): Settings =>
  shardOptions(resolveConfig(config), [], null, 'name', 'uuid', 1).settings;
const property = (name: string, value: unknown): ClientConfig => ({
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
];

describe('what the worker is told', () => {
  test.each(ROWS)('of %s is what was configured, and nothing else changes', (_what, config, told) => {
    expect(defaults).not.toMatchObject(told);
    expect(settingsOf(config)).toEqual({ ...defaults, ...told });
  });
});
