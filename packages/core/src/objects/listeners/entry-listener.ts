import type { Member } from '../../cluster/member.js';

/** Something happened to one entry. */
export class EntryEvent<K, V> {
  /** The map's name. */
  name: string;
  key: K;
  /** The entry's new value; null without `includeValue`, and where there is none. */
  value: V;
  /** The value before; null without `includeValue`, and where there was none. */
  oldValue: V;
  /** The value that came from another cluster; null but for `merged`. */
  mergingValue: V;
  /** The member that told of it; undefined when it has left the cluster meanwhile. */
  member: Member;

  constructor(name: string, key: K, value: V, oldValue: V, mergingValue: V, member: Member) {
    this.name = name;
    this.key = key;
    this.value = value;
    this.oldValue = oldValue;
    this.mergingValue = mergingValue;
    this.member = member;
  }
}

/** Something happened to all entries of a map. */
export class MapEvent {
  /** The map's name. */
  name: string;
  numberOfAffectedEntries: number;
  /** The member that told of it; undefined when it has left the cluster meanwhile. */
  member: Member;

  constructor(name: string, numberOfAffectedEntries: number, member: Member) {
    this.name = name;
    this.numberOfAffectedEntries = numberOfAffectedEntries;
    this.member = member;
  }
}

export type EntryEventListener<K, V> = (entryEvent: EntryEvent<K, V>) => void;

/** The official type has these parameters, and programs name them. */
export type MapEventListener<_K, _V> = (mapEvent: MapEvent) => void;

/** Functions by what they want to hear of. All run on the caller's thread; what they throw, or their promise rejects
 * with, is logged. */
export interface EntryListener<K, V> {
  /** There was no such entry before. */
  added?: EntryEventListener<K, V>;
  /** Removed by a call. */
  removed?: EntryEventListener<K, V>;
  /** There was one, with another value or the same. */
  updated?: EntryEventListener<K, V>;
  /** Merged with another cluster's after a split. */
  merged?: EntryEventListener<K, V>;
  /** Evicted, for want of room or by a call. */
  evicted?: EntryEventListener<K, V>;
  /** Its time to live or idle time was over. */
  expired?: EntryEventListener<K, V>;
  /** Loaded from the map's store. */
  loaded?: EntryEventListener<K, V>;
  /** `evictAll` removed the entries. */
  mapEvicted?: MapEventListener<K, V>;
  /** `clear` removed the entries. */
  mapCleared?: MapEventListener<K, V>;
  [event: string]: EntryEventListener<K, V> | MapEventListener<K, V> | undefined;
}

/** What `IMap` tells of: any of the functions of an {@link EntryListener}. */
export interface MapListener<K, V> extends EntryListener<K, V> {}
