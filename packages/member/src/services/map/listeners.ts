import { messages, type WireUuid } from '@offloop/wire';

import type { Handlers } from '../../calls/handlers.js';
import type { PartitionContext } from './invalidations.js';
import type { Maps } from './named-map.js';
import { eventFilter } from './queries.js';
import type { ValueReader } from '../../query/value-reader.js';

export function registerListeners(
  handlers: Handlers,
  maps: Maps,
  { partitionCount, partitionUuid }: PartitionContext,
  reader: ValueReader,
): void {
  handlers.on(messages.map.addEntryListener, (call) => {
    const map = maps.of(call);
    const spec = messages.map.addEntryListener;
    const { includeValue, listenerFlags: flags } = call.decode(spec);
    call.uuid(map.listeners.add(call, { spec, key: undefined, includeValue, flags }));
  });
  handlers.on(messages.map.addEntryListenerToKey, (call) => {
    const map = maps.of(call);
    const spec = messages.map.addEntryListenerToKey;
    const { key, includeValue, listenerFlags: flags } = call.decode(spec);
    call.uuid(map.listeners.add(call, { spec, key: Buffer.from(key), includeValue, flags }));
  });
  handlers.on(messages.map.addEntryListenerWithPredicate, (call) => {
    const map = maps.of(call);
    const spec = messages.map.addEntryListenerWithPredicate;
    const { predicate, includeValue, listenerFlags: flags } = call.decode(spec);
    const filter = eventFilter(predicate, reader);
    call.uuid(map.listeners.add(call, { spec, key: undefined, includeValue, flags, filter }));
  });
  handlers.on(messages.map.addEntryListenerToKeyWithPredicate, (call) => {
    const map = maps.of(call);
    const spec = messages.map.addEntryListenerToKeyWithPredicate;
    const { key, predicate, includeValue, listenerFlags: flags } = call.decode(spec);
    const filter = eventFilter(predicate, reader);
    call.uuid(map.listeners.add(call, { spec, key: Buffer.from(key), includeValue, flags, filter }));
  });
  handlers.on(messages.map.removeEntryListener, (call) => {
    const map = maps.of(call);
    const { registrationId } = call.decode(messages.map.removeEntryListener);
    call.boolean(map.listeners.remove(registrationId) || map.invalidations.remove(registrationId));
  });
  handlers.on(messages.map.addNearCacheInvalidationListener, (call) => {
    call.uuid(maps.of(call).invalidations.add(call));
  });
  handlers.on(messages.map.fetchNearCacheInvalidationMetadata, (call) => {
    const { names } = call.decode(messages.map.fetchNearCacheInvalidationMetadata);
    call.respond(messages.map.fetchNearCacheInvalidationMetadata, {
      // A map that does not exist yet is in the answer too, without numbers.
      namePartitionSequenceList: names.map((name): [string, [number, bigint][]] => [
        name,
        maps.find(name)?.invalidations.sequences ?? [],
      ]),
      partitionUuidList: Array.from({ length: partitionCount }, (_, id): [number, WireUuid] => [
        id,
        partitionUuid,
      ]),
    });
  });
}
