import type { Address, ShardSettings } from '@offloop/contract';
import type { CreateAgent } from '@offloop/runtime/thread';
import { AGENT_ENTRY, socketDefaults } from '@offloop/workers';
import type { ShardsOptions } from 'offloop/internal';
import { clientUuid, clusterName, hostOf } from '../exchange/names.js';
import {
  BACKUP_TIMEOUT,
  CLUSTER_CONNECT_TIMEOUT,
  CONNECTION_TIMEOUT,
  HEARTBEAT_INTERVAL,
  HEARTBEAT_TIMEOUT,
  type Plan,
} from '../plan/plan.js';

/** More often than a life has time for: with two clusters the client never gives up either. */
const FOR_EVER = 1_000_000;

function addressesOf(cluster: number, members: number): Address[] {
  return Array.from({ length: members }, (_, number) => ({ host: hostOf(cluster, number), port: 5701 }));
}

/** What the code under test is told of this life. @param createInline makes the agent of a shard on the caller's loop. */
export function shardsOptions(plan: Plan, createInline: CreateAgent<ShardSettings>): ShardsOptions {
  const isMixed = plan.mixed !== null;
  const shards = isMixed ? 1 + plan.workers : plan.workers;
  const isFailover = plan.clusters > 1;
  const backupAcks = plan.backupAcks && plan.smartRouting;
  const settings: ShardsOptions['settings'] = {
    candidates: Array.from({ length: plan.clusters }, (_, cluster) => ({
      clusterName: clusterName(cluster),
      credentials: { username: null, password: null },
      addresses: addressesOf(cluster, plan.members),
      secondaryAddresses: [],
      cloud: null,
      tls: null,
    })),
    failoverTryCount: isFailover ? FOR_EVER : null,
    clientName: 'simulated',
    clientVersion: '5.7.0',
    labels: [],
    shuffleMembers: true,
    usePublicIp: false,
    smartRouting: plan.smartRouting,
    loadBalancing: 'ROUND_ROBIN',
    reconnectMode: 'ON',
    connectionTimeoutMillis: CONNECTION_TIMEOUT,
    retry: {
      initialBackoffMillis: 50,
      maxBackoffMillis: 1000,
      multiplier: 1.5,
      jitter: 0.2,
      clusterConnectTimeoutMillis: isFailover ? CLUSTER_CONNECT_TIMEOUT : -1,
    },
    heartbeatIntervalMillis: HEARTBEAT_INTERVAL,
    heartbeatTimeoutMillis: HEARTBEAT_TIMEOUT,
    statisticsPeriodMillis: 0,
    invocationTimeoutMillis: plan.invocationTimeoutMillis,
    invocationRetryPauseMillis: plan.retryPauseMillis,
    redoOperation: plan.redoOperation,
    backupAcks,
    backupTimeoutMillis: BACKUP_TIMEOUT,
    failOnIndeterminateState: plan.failOnIndeterminateState,
    pipelining: plan.pipelining,
    pipeliningThresholdBytes: plan.pipeliningThresholdBytes,
    noDelay: true,
    maxMessageBytes: 64 * 1024 * 1024,
    packJsonFrom: plan.packJsonFrom,
    littleEndian: false,
    reuseReadBuffer: plan.reuseReadBuffer,
    readChunkBytes: plan.readChunkBytes,
    socketDefaults: socketDefaults(),
  };
  return {
    ...plan.limits,
    ...plan.rings,
    isMixed,
    shards,
    clientUuids: Array.from({ length: shards }, (_, shard) => clientUuid(shard)),
    entry: AGENT_ENTRY,
    create: createInline,
    name: 'agent',
    thread: {
      lingerMicros: plan.lingerMicros,
      callerStallTimeoutMillis: 300_000,
      maxSpilledBytes: 2 ** 20,
    },
    callerLingerMicros: plan.callerLingerMicros,
    reportsHeap: false,
    settings,
  };
}
