import { moduleUrl } from '../../module-url.js';
import {
  integer,
  number,
  optional,
  rejected,
  section,
  type Checked,
  type Options,
  type Reader,
} from '../reading/readers.js';

/** The threads that run transforms. The first starts with the first transform; `shutdown` ends them all. */
export interface TransformsConfig {
  /** Most threads. A new one starts when the others are busy. Default: one less than there are CPUs, at least 1. */
  threads?: number;
  /** Most calls that wait while each thread runs one. Further calls reject with BackpressureError. Default 1000. */
  maxQueue?: number;
  /** Limits of each thread's engine. Default: Node's. */
  resourceLimits?: ResourceLimits;
  /**
   * On Linux, the number by which the priority of these threads is lowered, 0 to 19. Default 10, so that the caller's thread gets
   * a CPU when it needs one. Other systems have no priority for a single thread. On any system, with a value above 0, threads
   * that leave no CPU to others yield theirs for a moment every half millisecond.
   */
  niceness?: number;
  /**
   * A module with the serializers of values that transforms read: a `file:` URL or an absolute path. It exports one or more
   * of `customSerializers` (an array), `globalSerializer`, `dataSerializableFactories` and `portableFactories`, because the
   * functions in `serialization` cannot cross threads. Default none: a call whose value needs one rejects.
   */
  serializersModule?: URL | string;
}

/** Node's limits of a worker thread. A transform that exceeds one ends its thread and rejects its call; other calls go on. */
export interface ResourceLimits {
  /** MB of heap for objects that live long, at least 16: with less than about 8 a thread cannot start. */
  maxOldGenerationSizeMb?: number;
  /** MB of heap for objects made recently, at least 1. */
  maxYoungGenerationSizeMb?: number;
  /** MB of memory for generated code, at least 1. */
  codeRangeSizeMb?: number;
  /** MB of the thread's stack, at least 1. */
  stackSizeMb?: number;
}

/** `runtime.transforms`, checked. `threads` is null where the number of CPUs decides, `serializersModule` a URL or null: none. */
export type ResolvedTransforms = Checked<
  TransformsConfig,
  {
    readonly threads: number | null;
    readonly serializersModule: string | null;
  }
>;

const options: Options<ResolvedTransforms> = {
  threads: optional<number | null>(integer('threads', 1), null),
  maxQueue: optional(integer('calls', 0), 1000),
  resourceLimits,
  niceness: optional(integer('steps of niceness', 0, 19), 10),
  serializersModule: optional<string | null>(module, null),
};

export const readTransforms: Reader<ResolvedTransforms> = section(options);

function module(value: unknown, path: string): string {
  try {
    return moduleUrl(value, path);
  } catch {
    throw rejected(path, value, 'a file: or data: URL, or an absolute path');
  }
}

/** Returns only the limits that are given: Node.js treats an absent limit and an undefined one differently. */
function resourceLimits(value: unknown, path: string): ResourceLimits {
  const megabytes = optional<number | undefined>(number('MB', 1), undefined);
  const limits = section<Record<keyof ResourceLimits, number | undefined>>({
    // Below 8 MB a thread cannot start, and below 4 MB Node 24 ends the process.
    maxOldGenerationSizeMb: optional<number | undefined>(number('MB', 16), undefined),
    maxYoungGenerationSizeMb: megabytes,
    codeRangeSizeMb: megabytes,
    stackSizeMb: megabytes,
  })(value, path);
  return Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined));
}
