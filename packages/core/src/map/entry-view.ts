import type { StructOf } from '@offloop/wire/protocol';
import type { Stored } from '../calls/operation.js';
import type { DataDecoder } from '../values/serialization/data-decoder.js';
import { SimpleEntryView } from '../values/simple-entry-view.js';
import { longFrom } from '../values/long-from.js';

/** What a member knows of an entry, decoded. */
export function entryView(
  view: StructOf<'SimpleEntryView'>,
  decoder: DataDecoder,
): SimpleEntryView<Stored, Stored> {
  return new SimpleEntryView({
    key: decoder.decodeData(view.key, 0, view.key.length) as Stored,
    value: decoder.decodeData(view.value, 0, view.value.length) as Stored,
    cost: longFrom(view.cost),
    creationTime: longFrom(view.creationTime),
    expirationTime: longFrom(view.expirationTime),
    hits: longFrom(view.hits),
    lastAccessTime: longFrom(view.lastAccessTime),
    lastStoredTime: longFrom(view.lastStoredTime),
    lastUpdateTime: longFrom(view.lastUpdateTime),
    version: longFrom(view.version),
    ttl: longFrom(view.ttl),
    maxIdle: longFrom(view.maxIdle),
  });
}
