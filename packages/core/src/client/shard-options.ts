import type { CandidateCluster, ShardSettings } from '@offloop/workers';
import { Wait } from '../config/client-config.js';
import type { ResolvedConfig } from '../config/resolve-config.js';
import type { ShardOptions } from '../runtime/shard.js';
import { JsonStringDeserializationPolicy } from '../serialization/settings.js';
import { availableCpus } from './available-cpus.js';
import { CLIENT_VERSION } from './version.js';

/** What a shard needs of the configuration, in the form that crosses to its worker. */
export function shardOptions(
  config: ResolvedConfig,
  candidates: readonly CandidateCluster[],
  failoverTryCount: number | null,
  clientName: string,
  clientUuid: string,
): ShardOptions {
  const { network, connectionStrategy, properties, runtime } = config;
  // With less than two CPUs whoever lingers takes the time of whom it waits for; an inline agent would take the
  // application's own.
  const lingers = runtime.workers > 0 && availableCpus() >= 2;
  const settings: ShardSettings = {
    candidates,
    failoverTryCount,
    resumption: null,
    clientName,
    clientUuid,
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
    statisticsPeriodMillis: config.metrics.enabled ? config.metrics.collectionFrequencySeconds * 1000 : 0,
    invocationTimeoutMillis: properties['hazelcast.client.invocation.timeout.millis'],
    invocationRetryPauseMillis: properties['hazelcast.client.invocation.retry.pause.millis'],
    redoOperation: network.redoOperation,
    backupAcks: network.smartRouting && config.backupAckToClientEnabled,
    backupTimeoutMillis: properties['hazelcast.client.operation.backup.timeout.millis'],
    failOnIndeterminateState: properties['hazelcast.client.operation.fail.on.indeterminate.state'],
    pipelining: properties['hazelcast.client.autopipelining.enabled'],
    pipeliningThresholdBytes: properties['hazelcast.client.autopipelining.threshold.bytes'],
    maxMessageBytes: runtime.maxMessageBytes,
    callerStallTimeoutMillis: runtime.callerStallTimeoutMillis,
    lingerMicros: lingers ? runtime.lingerMicros : 0,
    packJsonFrom: packJsonFrom(config),
    reuseReadBuffer: runtime.reuseReadBuffer,
    readChunkBytes: runtime.readChunkBytes,
  };
  return {
    settings,
    threaded: runtime.workers > 0,
    name: `offloop:${clientName}`,
    callerLingerMicros: runtime.wait === Wait.LINGER && lingers ? runtime.lingerMicros : 0,
    requestRingBytes: runtime.requestRingBytes,
    completionRingBytes: runtime.completionRingBytes,
  };
}

/** An agent on the caller's own loop would do the caller's work twice, and lazy JSON values are wanted as text. */
function packJsonFrom({ runtime, serialization }: ResolvedConfig): number | null {
  const packs =
    runtime.workers > 0 &&
    // With less than two CPUs the worker's time is the caller's.
    availableCpus() >= 2 &&
    runtime.packJsonFrom > 0 &&
    serialization.jsonStringDeserializationPolicy === JsonStringDeserializationPolicy.EAGER;
  return packs ? runtime.packJsonFrom : null;
}
