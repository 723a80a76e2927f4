import type { FloorStats } from '@offloop/runtime';
import { AgentCounter } from '@offloop/contract';

/** Figures of one shard since the client started, unless said otherwise. */
export interface ShardStats {
  /** Number of times the shard's worker was replaced. */
  readonly epoch: number;
  /** Number of calls begun. */
  readonly operations: number;
  /** Number of calls without an answer, now. */
  readonly inFlight: number;
  /** Bytes of the requests of the calls without an answer, now. */
  readonly inFlightBytes: number;
  /** Number of requests that wait for room in the ring, now. */
  readonly queued: number;
  /** Bytes read from sockets. This and the counters that follow begin anew when the worker is replaced. */
  readonly bytesIn: number;
  /** Bytes written to sockets. */
  readonly bytesOut: number;
  /** Number of protocol messages received. */
  readonly messagesIn: number;
  /** Number of reads from sockets. */
  readonly reads: number;
  /** Number of writes to sockets. */
  readonly writes: number;
  /** Number of times the worker was woken when requests were published. */
  readonly wakeupsSent: number;
  /** Number of times the worker was awake anyway when requests were published. */
  readonly wakeupsSuppressed: number;
  /** Number of times the caller's thread was woken when completions were published. */
  readonly callerWakeups: number;
  /** Number of times the caller's thread was awake anyway when completions were published. */
  readonly callerWakeupsSuppressed: number;
  /** Number of times a watchdog found records that a lost wake-up had left behind. Anything but 0 is a bug. */
  readonly rescues: number;
  /** Number of requests and completions that were too long for their ring. */
  readonly spills: number;
  /** Number of JSON values that the worker parsed for the caller's thread: see `runtime.packJsonFrom`. */
  readonly packed: number;
  /** Number of times calls were sent again. */
  readonly retries: number;
  /** Number of answers, and acknowledged backups, of calls that had been given up, retried elsewhere, or never made. */
  readonly lateResponses: number;
  /** Number of backups that members acknowledged to this client. */
  readonly backupAcks: number;
  /** Number of rounds of the worker's loop in which it looked for work. */
  readonly dutyCycles: number;
  /** Number of connections, now. */
  readonly connections: number;
  /** Most bytes that were in the request ring at once. */
  readonly requestRingHighWater: number;
  /** Most bytes that were in the completion ring at once. */
  readonly completionRingHighWater: number;
  /** Share of time that the worker's loop was busy since the last `stats()`, 0 to 1; NaN with `workers: 0`, and on Bun. */
  readonly workerUtilization: number;
}

/** Joins the floor's figures of a shard with its agent's counters. */
export function shardStats({ counter, threadUtilization, ...floor }: FloorStats): ShardStats {
  return {
    ...floor,
    bytesIn: counter(AgentCounter.BYTES_IN),
    bytesOut: counter(AgentCounter.BYTES_OUT),
    messagesIn: counter(AgentCounter.MESSAGES_IN),
    reads: counter(AgentCounter.READS),
    writes: counter(AgentCounter.WRITES),
    packed: counter(AgentCounter.PACKED),
    retries: counter(AgentCounter.RETRIES),
    lateResponses: counter(AgentCounter.LATE_RESPONSES),
    backupAcks: counter(AgentCounter.BACKUP_ACKS),
    connections: counter(AgentCounter.CONNECTIONS),
    workerUtilization: threadUtilization,
  };
}

/** Figures whose total is the highest; the total of the others is the sum. */
const HIGHEST: ReadonlySet<keyof ShardStats> = new Set([
  'requestRingHighWater',
  'completionRingHighWater',
  'workerUtilization',
]);

/** Total of a client that is shut down. */
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

/** Adds up the figures of all shards. */
export function totalStats(shards: readonly ShardStats[]): ShardStats {
  const [first = NO_SHARD, ...others] = shards;
  const total: Record<keyof ShardStats, number> = { ...first };
  const keys = Object.keys(total) as (keyof ShardStats)[];
  for (const shard of others) {
    for (const key of keys) {
      total[key] = HIGHEST.has(key) ? highest(total[key], shard[key]) : total[key] + shard[key];
    }
  }
  return total;
}

/** The higher of two figures, of which a shard without a thread has none. */
function highest(a: number, b: number): number {
  if (Number.isNaN(a)) return b;
  return Number.isNaN(b) ? a : Math.max(a, b);
}
