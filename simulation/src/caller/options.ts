import type { CallerOptions } from '@offloop/runtime';
import { AGENT_ENTRY, createAgent, type ShardSettings } from '@offloop/workers';
import {
  BACKUP_TIMEOUT,
  CONNECTION_TIMEOUT,
  HEARTBEAT_INTERVAL,
  HEARTBEAT_TIMEOUT,
  type Plan,
} from './plan.js';

/** What the code under test is told of this life. */
export function callerOptions(plan: Plan): CallerOptions<ShardSettings> {
  const backupAcks = plan.backupAcks && plan.smartRouting;
  const settings: ShardSettings = {
    candidates: [
      {
        clusterName: 'dev',
        credentials: { username: null, password: null },
        addresses: Array.from({ length: plan.members }, (_, number) => ({
          host: `10.0.0.${number + 1}`,
          port: 5701,
        })),
        secondaryAddresses: [],
        tls: null,
      },
    ],
    failoverTryCount: null,
    resumption: null,
    clientName: 'simulated',
    clientUuid: '00000000-0000-0001-0000-000000000001',
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
      clusterConnectTimeoutMillis: -1,
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
    maxMessageBytes: 64 * 1024 * 1024,
    packJsonFrom: null,
    littleEndian: false,
    reuseReadBuffer: plan.reuseReadBuffer,
    readChunkBytes: plan.readChunkBytes,
  };
  return {
    ...plan.limits,
    ...plan.rings,
    shards: 1,
    entry: AGENT_ENTRY,
    create: createAgent,
    name: 'agent',
    thread: {
      lingerMicros: plan.lingerMicros,
      callerStallTimeoutMillis: 300_000,
      maxSpilledBytes: 2 ** 20,
    },
    callerLingerMicros: plan.callerLingerMicros,
    reportsHeap: false,
    settings: () => settings,
  };
}
