import { messages, type WireUuid } from '@offloop/wire';

import type { Handlers } from '../../calls/handlers.js';
import { registerEntryListeners } from '../shared/entry-listeners.js';
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
  registerEntryListeners(
    handlers,
    [
      messages.map.addEntryListener,
      messages.map.addEntryListenerToKey,
      messages.map.addEntryListenerWithPredicate,
      messages.map.addEntryListenerToKeyWithPredicate,
    ],
    (call) => maps.of(call).listeners,
    (predicate) => eventFilter(predicate, reader),
  );
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
