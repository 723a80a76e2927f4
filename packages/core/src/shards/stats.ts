import type { FloorStats } from '@offloop/runtime';
import { WorkerCounter } from '@offloop/contract';

/** Figures of one shard since the client started, unless said otherwise. */
export interface ShardStats {
  /** How often the shard's worker was replaced. */
  readonly epoch: number;
  /** Calls begun. */
  readonly operations: number;
  /** Calls without an answer, now. */
  readonly inFlight: number;
  /** Bytes of the requests of those calls, now. */
  readonly inFlightBytes: number;
  /** Requests that wait for room in the ring, now. */
  readonly queued: number;
  /** Bytes read from sockets. This and the counters that follow begin anew when the worker is replaced. */
  readonly bytesIn: number;
  /** Bytes written to sockets. */
  readonly bytesOut: number;
  /** Protocol messages received. */
  readonly messagesIn: number;
  /** Reads from sockets. */
  readonly reads: number;
  /** Writes to sockets. */
  readonly writes: number;
  /** Times the worker was woken when requests were published. */
  readonly wakeupsSent: number;
  /** Times the worker was awake anyway when requests were published. */
  readonly wakeupsSuppressed: number;
  /** Times the caller's thread was woken when completions were published. */
  readonly callerWakeups: number;
  /** Times the caller's thread was awake anyway when completions were published. */
  readonly callerWakeupsSuppressed: number;
  /** Times a watchdog found records that a lost wake-up had left behind: 0, or there is a bug. */
  readonly rescues: number;
  /** Requests and completions that were too long for their ring. */
  readonly spills: number;
  /** JSON values that the worker took apart for the caller's thread: see `runtime.packJsonFrom`. */
  readonly packed: number;
  /** How often calls were sent again. */
  readonly retries: number;
  /** Answers, and acknowledged backups, of calls that had been given up, retried elsewhere, or never made. */
  readonly lateResponses: number;
  /** Backups that members acknowledged to this client. */
  readonly backupAcks: number;
  /** Rounds of the worker's loop in which it looked for work. */
  readonly dutyCycles: number;
  /** Connections, now. */
  readonly connections: number;
  /** Most bytes that were in the request ring at once. */
  readonly requestRingHighWater: number;
  /** Most bytes that were in the completion ring at once. */
  readonly completionRingHighWater: number;
  /** Share of its time the worker's loop was busy since the last `stats()`, 0 to 1; NaN with `workers: 0`, and on Bun. */
  readonly workerUtilization: number;
}

/** The floor's figures of a shard, and what its worker has counted. */
export function shardStats({ counter, threadUtilization, ...floor }: FloorStats): ShardStats {
  return {
    ...floor,
    bytesIn: counter(WorkerCounter.BYTES_IN),
    bytesOut: counter(WorkerCounter.BYTES_OUT),
    messagesIn: counter(WorkerCounter.MESSAGES_IN),
    reads: counter(WorkerCounter.READS),
    writes: counter(WorkerCounter.WRITES),
    packed: counter(WorkerCounter.PACKED),
    retries: counter(WorkerCounter.RETRIES),
    lateResponses: counter(WorkerCounter.LATE_RESPONSES),
    backupAcks: counter(WorkerCounter.BACKUP_ACKS),
    connections: counter(WorkerCounter.CONNECTIONS),
    workerUtilization: threadUtilization,
  };
}

/** Figures of which the total is the highest; that of the others is the sum. */
const HIGHEST: ReadonlySet<keyof ShardStats> = new Set([
  'requestRingHighWater',
  'completionRingHighWater',
  'workerUtilization',
]);

/** The total of a client that is shut down. */
const NO_SHARD: ShardStats = {
  epoch: 0,
  operations: 0,
  inFlight: 0,
  inFlightBytes: 0,
  queued: 0,
  bytesIn: 0,
  bytesOut: 0,
  messagesIn: 0,
  reads: 0,
  writes: 0,
  wakeupsSent: 0,
  wakeupsSuppressed: 0,
  callerWakeups: 0,
  callerWakeupsSuppressed: 0,
  rescues: 0,
  spills: 0,
  packed: 0,
  retries: 0,
  lateResponses: 0,
  backupAcks: 0,
  dutyCycles: 0,
  connections: 0,
  requestRingHighWater: 0,
  completionRingHighWater: 0,
  workerUtilization: Number.NaN,
};

/** The figures of all shards as those of one. */
export function totalStats(shards: readonly ShardStats[]): ShardStats {
  const [first = NO_SHARD, ...others] = shards;
  const total: Record<keyof ShardStats, number> = { ...first };
  const keys = Object.keys(total) as (keyof ShardStats)[];
  for (const shard of others) {
    for (const key of keys) {
      total[key] = HIGHEST.has(key) ? Math.max(total[key], shard[key]) : total[key] + shard[key];
    }
  }
  return total;
}
