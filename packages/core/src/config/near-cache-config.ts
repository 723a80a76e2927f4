import { namedConfigs, type NamedConfigs } from './named-configs.js';
import { flag, integer, number, oneOf, optional, section, type Reader } from './readers.js';

/** Which entry leaves a full near cache. */
export const EvictionPolicy = {
  /** None: new entries are not kept. */
  NONE: 'NONE',
  /** The one that was used the longest time ago. */
  LRU: 'LRU',
  /** The one that was used the least often. */
  LFU: 'LFU',
  /** Any one. */
  RANDOM: 'RANDOM',
} as const;
export type EvictionPolicy = (typeof EvictionPolicy)[keyof typeof EvictionPolicy];

/** How a near cache keeps values. */
export const InMemoryFormat = {
  /** Objects: each read gets the same one, which the program must not change. */
  OBJECT: 'OBJECT',
  /** Serialized bytes: each read gets an object of its own. */
  BINARY: 'BINARY',
} as const;
export type InMemoryFormat = (typeof InMemoryFormat)[keyof typeof InMemoryFormat];

/** A near cache: a part of a map that is kept in this process. */
export interface NearCacheConfig {
  /** Whether entries are dropped when anybody changes them in the cluster. Default true. */
  invalidateOnChange?: boolean;
  /** Seconds without a read after which an entry is dropped; 0: never. Default 0. */
  maxIdleSeconds?: number;
  /** How values are kept: as bytes, or as one object that all reads share. Default `BINARY`. */
  inMemoryFormat?: InMemoryFormat;
  /** Seconds after which an entry is dropped; 0: never. Default 0. */
  timeToLiveSeconds?: number;
  /** Which entry leaves when the near cache is full. Default `LRU`. */
  evictionPolicy?: EvictionPolicy;
  /** Most entries, at least 1. Default `Number.MAX_SAFE_INTEGER`. */
  evictionMaxSize?: number;
  /** Most bytes of keys and values, counted as serialized, at least 1. Default `Number.MAX_SAFE_INTEGER`. The official client has no such limit. */
  evictionMaxBytes?: number;
  /** Has no effect: the entry to evict is known without samples. Default 8. */
  evictionSamplingCount?: number;
  /** Has no effect: see `evictionSamplingCount`. Default 16. */
  evictionSamplingPoolSize?: number;
}

export type ResolvedNearCache = Readonly<Required<NearCacheConfig>>;

const seconds = optional(number('seconds', 0), 0);
const UNLIMITED = Number.MAX_SAFE_INTEGER;

/** Reads `nearCaches`, whose keys are names of maps or patterns of names. A map that none matches has no near cache. */
export const readNearCaches: Reader<NamedConfigs<ResolvedNearCache>> = namedConfigs(
  section<ResolvedNearCache>(
    {
      invalidateOnChange: optional(flag, true),
      maxIdleSeconds: seconds,
      inMemoryFormat: optional(oneOf(Object.values(InMemoryFormat)), InMemoryFormat.BINARY),
      timeToLiveSeconds: seconds,
      evictionPolicy: optional(oneOf(Object.values(EvictionPolicy)), EvictionPolicy.LRU),
      evictionMaxSize: optional(integer('entries', 1), UNLIMITED),
      evictionMaxBytes: optional(integer('bytes', 1), UNLIMITED),
      evictionSamplingCount: optional(integer('entries', 1), 8),
      evictionSamplingPoolSize: optional(integer('entries', 1), 16),
    },
    'near cache config',
  ),
);
