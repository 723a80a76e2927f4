import type Long from 'long';

/** What a member knows about one entry of a map. Times are milliseconds since the epoch, by the member's clock. */
export class SimpleEntryView<K, V> {
  readonly key: K;
  readonly value: V;
  /** Bytes the entry occupies on the member. */
  readonly cost: Long;
  /** When the entry was made. */
  readonly creationTime: Long;
  /** 2⁶³ − 1 when the entry never expires. */
  readonly expirationTime: Long;
  /** How often the entry was used, as the member counts it. */
  readonly hits: Long;
  /** When the entry was last used, as the member counts it. */
  readonly lastAccessTime: Long;
  /** When the entry was last written to the map store; a negative number if never. */
  readonly lastStoredTime: Long;
  /** When the entry was last written. */
  readonly lastUpdateTime: Long;
  /** Grows with each write of the entry. */
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
