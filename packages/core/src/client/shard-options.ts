import { availableCpus } from '@offloop/runtime';
import type { CandidateCluster } from '@offloop/contract';
import { createAgent, socketDefaults } from '@offloop/workers';
import type { CommonSettings, ShardsOptions } from '../shards/shard-settings.js';
import { Wait } from '../config/sections/runtime-config.js';
import type { ResolvedConfig } from '../config/client-config.js';
import { JsonStringDeserializationPolicy } from '@offloop/values';
import { agentEntry } from './agent-entry.js';
import { CLIENT_VERSION } from './version.js';

/**
 * Returns the shards' options, in the form that crosses to their workers.
 *
 * @param clientUuids one UUID a shard.
 */
export function shardOptions(
  config: ResolvedConfig,
  candidates: readonly CandidateCluster[],
  failoverTryCount: number | null,
  clientName: string,
  clientUuids: readonly string[],
  workers: number,
): ShardsOptions {
  const { network, connectionStrategy, properties, runtime } = config;
  // Without a CPU for each thread, a polling one takes the CPU from the thread it waits for; an inline agent takes the
  // application's own.
  const lingers = workers > 0 && availableCpus() >= workers + 1;
  const settings: CommonSettings = {
    candidates,
    failoverTryCount,
    clientName,
    clientVersion: CLIENT_VERSION,
    labels: config.clientLabels,
    shuffleMembers: properties['hazelcast.client.shuffle.member.list'],
    usePublicIp: properties['hazelcast.discovery.public.ip.enabled'],
    loadBalancing: config.loadBalancer.type,
    smartRouting: network.smartRouting,
    reconnectMode: connectionStrategy.reconnectMode,
    connectionTimeoutMillis: network.connectionTimeout,
    retry: connectionStrategy.connectionRetry,
    heartbeatIntervalMillis: properties['hazelcast.client.heartbeat.interval'],
    heartbeatTimeoutMillis: properties['hazelcast.client.heartbeat.timeout'],
    statisticsPeriodMillis: statisticsPeriodMillis(config),
    invocationTimeoutMillis: properties['hazelcast.client.invocation.timeout.millis'],
    invocationRetryPauseMillis: properties['hazelcast.client.invocation.retry.pause.millis'],
    redoOperation: network.redoOperation,
    backupAcks: network.smartRouting && config.backupAckToClientEnabled,
    backupTimeoutMillis: properties['hazelcast.client.operation.backup.timeout.millis'],
    failOnIndeterminateState: properties['hazelcast.client.operation.fail.on.indeterminate.state'],
    pipelining: properties['hazelcast.client.autopipelining.enabled'],
    pipeliningThresholdBytes: properties['hazelcast.client.autopipelining.threshold.bytes'],
    noDelay: properties['hazelcast.client.socket.no.delay'],
    maxMessageBytes: runtime.maxMessageBytes,
    packJsonFrom: packJsonFrom(config, workers),
    littleEndian: !config.serialization.isBigEndian,
    reuseReadBuffer: runtime.reuseReadBuffer,
    readChunkBytes: runtime.readChunkBytes,
    socketDefaults: socketDefaults(),
  };
  return {
    settings,
    clientUuids,
    shards: clientUuids.length,
    isMixed: isMixed(config, workers),
    entry: workers > 0 ? agentEntry() : undefined,
    create: createAgent,
    thread: {
      lingerMicros: lingers ? runtime.lingerMicros : 0,
      callerStallTimeoutMillis: runtime.callerStallTimeoutMillis,
      maxSpilledBytes: runtime.maxSpilledBytes,
    },
    reportsHeap: config.metrics.enabled,
    name: `offloop:${clientName}`,
    callerLingerMicros: runtime.wait === Wait.LINGER && lingers ? runtime.lingerMicros : 0,
    maxPendingCalls: runtime.maxPendingCalls,
    maxPendingBytes: runtime.maxPendingBytes,
    requestRingBytes: runtime.requestRingBytes,
    completionRingBytes: runtime.completionRingBytes,
  };
}

/** Returns true for a client that begins on the caller's loop, and starts its thread when it is needed. */
export function isMixed({ runtime }: ResolvedConfig, workers: number): boolean {
  return runtime.workers === 'auto' && workers > 0;
}

/**
 * Returns the length in bytes from which JSON is packed; null for never: an agent on the caller's own loop would do the caller's
 * work twice, and lazy JSON values are wanted as text.
 */
function packJsonFrom({ runtime, serialization }: ResolvedConfig, workers: number): number | null {
  const packs =
    workers > 0 &&
    // On one CPU the worker's time is the caller's.
    availableCpus() >= 2 &&
    runtime.packJsonFrom > 0 &&
    serialization.jsonStringDeserializationPolicy === JsonStringDeserializationPolicy.EAGER;
  return packs ? runtime.packJsonFrom : null;
}

/** Returns the milliseconds between two statistics for Management Center; 0: there are none. */
export function statisticsPeriodMillis({ metrics }: ResolvedConfig): number {
  return metrics.enabled ? metrics.collectionFrequencySeconds * 1000 : 0;
}
