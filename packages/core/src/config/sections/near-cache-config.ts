import { namedConfigs, type NamedConfigs } from '../reading/named-configs.js';
import {
  flag,
  integer,
  number,
  oneOf,
  optional,
  section,
  type Checked,
  type Options,
  type Reader,
} from '../reading/readers.js';
import { asFlag, asNumber, asText, asWord, type FileFields } from '../reading/file-fields.js';

/** Policies that choose the entry to evict from a full near cache. */
export const EvictionPolicy = {
  /** No entry is evicted: new entries are not kept. */
  NONE: 'NONE',
  /** The least recently used entry is evicted. */
  LRU: 'LRU',
  /** The least frequently used entry is evicted. */
  LFU: 'LFU',
  /** Any entry is evicted. */
  RANDOM: 'RANDOM',
} as const;
export type EvictionPolicy = (typeof EvictionPolicy)[keyof typeof EvictionPolicy];

/** Forms in which a near cache keeps values. */
export const InMemoryFormat = {
  /** Objects: all reads of an entry get the same one, which the program must not change. */
  OBJECT: 'OBJECT',
  /** Serialized bytes: each read gets an object of its own. */
  BINARY: 'BINARY',
} as const;
export type InMemoryFormat = (typeof InMemoryFormat)[keyof typeof InMemoryFormat];

/** Settings of a near cache, which keeps a part of a map in this process. */
export interface NearCacheConfig {
  /** Drop entries when they are changed in the cluster. Default true. */
  invalidateOnChange?: boolean;
  /** Seconds without a read after which an entry is dropped; 0: never. Default 0. */
  maxIdleSeconds?: number;
  /** Form in which values are kept: as bytes, or as one object that all reads share. Default `BINARY`. */
  inMemoryFormat?: InMemoryFormat;
  /** Seconds after which an entry is dropped; 0: never. Default 0. */
  timeToLiveSeconds?: number;
  /** Policy that chooses the entry to evict when the near cache is full. Default `LRU`. */
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

export type ResolvedNearCache = Checked<NearCacheConfig>;

const seconds = optional(number('seconds', 0), 0);
const UNLIMITED = Number.MAX_SAFE_INTEGER;

const options: Options<ResolvedNearCache> = {
  invalidateOnChange: optional(flag, true),
  maxIdleSeconds: seconds,
  inMemoryFormat: optional(oneOf(Object.values(InMemoryFormat)), InMemoryFormat.BINARY),
  timeToLiveSeconds: seconds,
  evictionPolicy: optional(oneOf(Object.values(EvictionPolicy)), EvictionPolicy.LRU),
  evictionMaxSize: optional(integer('entries', 1), UNLIMITED),
  evictionMaxBytes: optional(integer('bytes', 1), UNLIMITED),
  evictionSamplingCount: optional(integer('entries', 1), 8),
  evictionSamplingPoolSize: optional(integer('entries', 1), 16),
};

/** Reads `nearCaches`, whose keys are names of maps or patterns of names. A map that none matches has no near cache. */
export const readNearCaches: Reader<NamedConfigs<ResolvedNearCache>> = namedConfigs(
  section(options, 'near cache config'),
);

export const nearCacheFields: FileFields = {
  'near-cache.*.invalidate-on-change': asFlag('nearCaches/*/invalidateOnChange'),
  'near-cache.*.in-memory-format': asWord('nearCaches/*/inMemoryFormat', {
    BINARY: 'BINARY',
    OBJECT: 'OBJECT',
  }),
  'near-cache.*.time-to-live-seconds': asNumber('nearCaches/*/timeToLiveSeconds'),
  'near-cache.*.max-idle-seconds': asNumber('nearCaches/*/maxIdleSeconds'),
  'near-cache.*.eviction.eviction-policy': asText('nearCaches/*/evictionPolicy'),
  'near-cache.*.eviction.size': asNumber('nearCaches/*/evictionMaxSize'),
};
