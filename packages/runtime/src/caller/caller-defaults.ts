import { availableCpus } from '../shared/available-cpus.js';
import type { CallerOptions } from './caller-options.js';

const MIB = 2 ** 20;

/** The options of a `Caller` that seldom need a change. */
export type CallerDefaults = Omit<CallerOptions<unknown>, 'entry' | 'create' | 'settings'>;

/**
 * Default options of a `Caller`: one shard; rings of 1 MiB for requests and 4 MiB for completions; at most a million calls and
 * 256 MiB in flight; 32 MiB of completions that are too long for their ring; an agent that stops after 5 minutes without a sign
 * of life from the caller's loop.
 *
 * @param threaded true if the agent has a thread of its own.
 * @param lingerMicros microseconds that this thread polls before it sleeps. Default: 100 with two CPUs or more, else 0: on one CPU
 *   a polling thread takes the CPU from the thread it waits for.
 */
export function callerDefaults(
  threaded: boolean,
  lingerMicros: number = threaded && availableCpus() >= 2 ? 100 : 0,
): CallerDefaults {
  return {
    shards: 1,
    name: 'offloop',
    maxPendingCalls: 1_000_000,
    maxPendingBytes: 256 * MIB,
    requestRingBytes: MIB,
    completionRingBytes: 4 * MIB,
    thread: {
      lingerMicros,
      callerStallTimeoutMillis: 300_000,
      maxSpilledBytes: 32 * MIB,
    },
    callerLingerMicros: 0,
    reportsHeap: false,
  };
}
