import type { Member } from '../../cluster/member.js';

/** Event of a change of one entry of a map. */
export class EntryEvent<K, V> {
  /** The map's name. */
  name: string;
  key: K;
  /** The entry's new value; null without `includeValue`, or if there is none. */
  value: V;
  /** The previous value; null without `includeValue`, or if there was none. */
  oldValue: V;
  /** The value that came from another cluster; null, except in `merged`. */
  mergingValue: V;
  /** The member that sent the event; undefined when it has left the cluster meanwhile. */
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

/** Event of the removal of all entries of a map. */
export class MapEvent {
  /** The map's name. */
  name: string;
  /** Number of entries that the member removed. */
  numberOfAffectedEntries: number;
  /** The member that sent the event; undefined when it has left the cluster meanwhile. */
  member: Member;

  constructor(name: string, numberOfAffectedEntries: number, member: Member) {
    this.name = name;
    this.numberOfAffectedEntries = numberOfAffectedEntries;
    this.member = member;
  }
}

export type EntryEventListener<K, V> = (entryEvent: EntryEvent<K, V>) => void;

/** Function for a {@link MapEvent}. The official type has the type parameters, and programs name them. */
export type MapEventListener<_K, _V> = (mapEvent: MapEvent) => void;

/**
 * Functions for the kinds of events; leave out those you do not need. All run on the caller's thread; an error that they throw,
 * or that their promise rejects with, is logged.
 */
export interface EntryListener<K, V> {
  /** A key got an entry that it did not have before. */
  added?: EntryEventListener<K, V>;
  /** A call removed the entry. */
  removed?: EntryEventListener<K, V>;
  /** An entry got a value again, another one or the same. */
  updated?: EntryEventListener<K, V>;
  /** The entry was merged with that of another part of the cluster, after a split. */
  merged?: EntryEventListener<K, V>;
  /** The entry was evicted: there was no room, or a call of `evict` or `evictAll`. */
  evicted?: EntryEventListener<K, V>;
  /** The entry's time to live or idle time was over. */
  expired?: EntryEventListener<K, V>;
  /** The entry was loaded from the map store. */
  loaded?: EntryEventListener<K, V>;
  /** `evictAll` removed the entries. */
  mapEvicted?: MapEventListener<K, V>;
  /** `clear` removed the entries. */
  mapCleared?: MapEventListener<K, V>;
  [event: string]: EntryEventListener<K, V> | MapEventListener<K, V> | undefined;
}

/** A listener of `IMap`: any of the functions of an {@link EntryListener}. */
export interface MapListener<K, V> extends EntryListener<K, V> {}
