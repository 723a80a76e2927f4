import type { StructOf } from '@offloop/wire/protocol';
import Long from 'long';
import type { Stored } from '../calls/operation.js';
import type { DataDecoder } from '../values/serialization/data-decoder.js';
import { SimpleEntryView } from '../values/simple-entry-view.js';

/** What a member knows of an entry, decoded. */
export function entryView(
  view: StructOf<'SimpleEntryView'>,
  decoder: DataDecoder,
): SimpleEntryView<Stored, Stored> {
  return new SimpleEntryView({
    key: decoder.decodeData(view.key, 0, view.key.length) as Stored,
    value: decoder.decodeData(view.value, 0, view.value.length) as Stored,
    cost: Long.fromBigInt(view.cost),
    creationTime: Long.fromBigInt(view.creationTime),
    expirationTime: Long.fromBigInt(view.expirationTime),
    hits: Long.fromBigInt(view.hits),
    lastAccessTime: Long.fromBigInt(view.lastAccessTime),
    lastStoredTime: Long.fromBigInt(view.lastStoredTime),
    lastUpdateTime: Long.fromBigInt(view.lastUpdateTime),
    version: Long.fromBigInt(view.version),
    ttl: Long.fromBigInt(view.ttl),
    maxIdle: Long.fromBigInt(view.maxIdle),
  });
}
