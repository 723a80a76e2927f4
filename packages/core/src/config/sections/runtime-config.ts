import { MAX_CAPACITY, MIN_CAPACITY } from '@offloop/runtime';
import {
  flag,
  integer,
  number,
  oneOf,
  optional,
  powerOfTwo,
  rejectedNumber,
  section,
  type Checked,
  type Options,
  type Reader,
} from '../reading/readers.js';
import { readTransforms, type ResolvedTransforms, type TransformsConfig } from './transforms-config.js';

const KIB = 1024;
const MIB = 1024 * KIB;

/** Ways in which the caller's thread waits for results of the worker. */
export const Wait = {
  /** The caller's thread sleeps until the worker wakes it. An idle client uses no CPU. */
  PARK: 'park',
  /** The caller's thread polls for `lingerMicros` before it sleeps. Single calls are faster, but the event loop looks busy. */
  LINGER: 'linger',
} as const;
export type Wait = (typeof Wait)[keyof typeof Wait];

/** `runtime`: threads, rings and limits, which the official client does not have. */
export interface RuntimeConfig {
  /**
   * Number of worker threads, 0 to 64. With 0 everything runs on the caller's event loop, which then must not be blocked for
   * long, or connections are lost. With 2 or more each worker has connections of its own, and calls go by the partition of their
   * key: only for clients whose one worker is busy all the time. Default `'auto'`: the client begins on the caller's loop and
   * starts one worker thread when it is needed, after 30 s at the latest; then each call takes the cheaper way. With fewer than two
   * CPUs (container quotas counted) it stays on the loop. `client.stats().runtime` tells which, and why.
   */
  workers?: number | 'auto';
  /**
   * Bytes of the request ring, the shared memory through which requests reach a worker: a power of two from 1 KiB to 1 GiB. Requests
   * longer than an eighth of it take a slower way. Default 1 MiB.
   */
  requestRingBytes?: number;
  /**
   * Bytes of the completion ring, the shared memory through which results come back: a power of two from 1 KiB to 1 GiB. When it is
   * full, the worker stops reading from members. Default 4 MiB.
   */
  completionRingBytes?: number;
  /** Way in which the caller's thread waits for results of the worker: it sleeps, or polls first. Default `'park'`. */
  wait?: Wait;
  /** Microseconds that the worker (and the caller's thread with `wait: 'linger'`) may poll before it parks, 0 to 1,000,000. Default 100. */
  lingerMicros?: number;
  /** Most bytes of the requests of all calls in flight, at least 1. Further calls reject with BackpressureError. Default 256 MiB. */
  maxPendingBytes?: number;
  /** Most calls in flight, at least 1. Further calls reject with BackpressureError. Default 1,000,000. */
  maxPendingCalls?: number;
  /**
   * Longest message from a member, in bytes, 1 KiB to less than 2 GiB. A call with a longer response rejects with
   * ResponseTooLargeError. Default 512 MiB.
   */
  maxMessageBytes?: number;
  /**
   * Most bytes of responses too long for the completion ring that may wait for the caller's loop, at least 1 KiB. Past it
   * the worker stops reading from members. Default 32 MiB.
   */
  maxSpilledBytes?: number;
  /**
   * Milliseconds that the caller's event loop may be blocked before the worker disconnects, so that a hung process does not hold
   * its locks for ever. At least 1000. Default 300000, after which members drop a silent client, too.
   */
  callerStallTimeoutMillis?: number;
  /** Compute threads for `getTransformed` and `getAllTransformed`. */
  transforms?: TransformsConfig;
  /**
   * Length in bytes from which the worker parses a JSON value that was read alone, so that your thread only makes its objects.
   * Default 64. 0: never. Longer values than 131072 bytes, and those that this would not speed up, are parsed by your thread in
   * any case. Has no effect without a worker, or with less than two CPUs.
   */
  packJsonFrom?: number;
  /** Read each socket into one reused buffer; false: Node.js allocates buffers. Default true. */
  reuseReadBuffer?: boolean;
  /**
   * Most bytes of one read into the reused buffer, 4096 to 67108864. Default: adaptive, from 256 KiB to 4 MiB as reads
   * fill it.
   */
  readChunkBytes?: number;
}

/** `runtime`, checked. `readChunkBytes` is null where it is adaptive. */
export type ResolvedRuntime = Checked<
  RuntimeConfig,
  { readonly readChunkBytes: number | null; readonly transforms: ResolvedTransforms }
>;

const options: Options<ResolvedRuntime> = {
  workers: optional(workers, 'auto'),
  requestRingBytes: optional(powerOfTwo(MIN_CAPACITY, MAX_CAPACITY), MIB),
  completionRingBytes: optional(powerOfTwo(MIN_CAPACITY, MAX_CAPACITY), 4 * MIB),
  wait: optional(oneOf(Object.values(Wait)), Wait.PARK),
  lingerMicros: optional(number('microseconds', 0, 1_000_000), 100),
  maxPendingBytes: optional(integer('bytes', 1), 256 * MIB),
  maxPendingCalls: optional(integer('calls', 1), 1_000_000),
  maxMessageBytes: optional(integer('bytes', KIB, 2 ** 31 - 1), 512 * MIB),
  maxSpilledBytes: optional(integer('bytes', KIB, 2 ** 40), 32 * MIB),
  // The caller shows a sign of life twice a second: with a shorter timeout every loop would count as hung.
  callerStallTimeoutMillis: optional(integer('milliseconds', 1000), 300_000),
  packJsonFrom: optional(integer('bytes', 0), 64),
  reuseReadBuffer: optional(flag, true),
  readChunkBytes: optional<number | null>(integer('bytes', 4 * KIB, 64 * MIB), null),
  transforms: readTransforms,
};

export const readRuntime: Reader<ResolvedRuntime> = section(options);

/** Greatest number of workers. Each has a thread, and a connection to each member. */
const MOST_WORKERS = 64;

function workers(value: unknown, path: string): ResolvedRuntime['workers'] {
  if (value === 'auto') return value;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST_WORKERS)
    return value;
  const rule = `'auto', or a whole number of worker threads from 0 (on the event loop) to ${MOST_WORKERS}`;
  throw rejectedNumber(path, value, rule);
}
