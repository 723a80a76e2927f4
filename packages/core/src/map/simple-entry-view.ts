import type Long from 'long';

/** Statistics of one entry of a map, from its member. Times are milliseconds since the epoch, by the member's clock. */
export class SimpleEntryView<K, V> {
  readonly key: K;
  readonly value: V;
  /** Bytes that the entry occupies on the member. */
  readonly cost: Long;
  /** Time at which the entry was made. */
  readonly creationTime: Long;
  /** Time at which the entry expires; 2⁶³ − 1: never. */
  readonly expirationTime: Long;
  /** Number of times the entry was used, as the member counts it. */
  readonly hits: Long;
  /** Time at which the entry was last used, as the member counts it. */
  readonly lastAccessTime: Long;
  /** Time at which the entry was last written to the map store; a negative number if never. */
  readonly lastStoredTime: Long;
  /** Time at which the entry was last written. */
  readonly lastUpdateTime: Long;
  /** Version of the entry, which grows with each write. */
  readonly version: Long;
  /** Time to live set last, in milliseconds; 2⁶³ − 1 when there is none. */
  readonly ttl: Long;
  /** Idle time allowed, in milliseconds; 2⁶³ − 1 when there is no limit. */
  readonly maxIdle: Long;

  constructor(fields: Readonly<SimpleEntryView<K, V>>) {
    this.key = fields.key;
    this.value = fields.value;
    this.cost = fields.cost;
    this.creationTime = fields.creationTime;
    this.expirationTime = fields.expirationTime;
    this.hits = fields.hits;
    this.lastAccessTime = fields.lastAccessTime;
    this.lastStoredTime = fields.lastStoredTime;
    this.lastUpdateTime = fields.lastUpdateTime;
    this.version = fields.version;
    this.ttl = fields.ttl;
    this.maxIdle = fields.maxIdle;
  }
}
