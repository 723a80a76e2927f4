import { mapMessages } from '@offloop/wire/protocol';

import type { Handlers } from '../../calls/handlers.js';
import type { Maps } from './named-map.js';

export function registerListeners(handlers: Handlers, maps: Maps): void {
  handlers.on(mapMessages.addEntryListener, (call) => {
    const map = maps.of(call);
    const spec = mapMessages.addEntryListener;
    const { includeValue, listenerFlags: flags } = call.decode(spec);
    call.uuid(map.listeners.add(call, { spec, key: undefined, includeValue, flags }));
  });
  handlers.on(mapMessages.addEntryListenerToKey, (call) => {
    const map = maps.of(call);
    const spec = mapMessages.addEntryListenerToKey;
    const { key, includeValue, listenerFlags: flags } = call.decode(spec);
    call.uuid(map.listeners.add(call, { spec, key: Buffer.from(key), includeValue, flags }));
  });
  handlers.on(mapMessages.removeEntryListener, (call) => {
    const map = maps.of(call);
    call.boolean(map.listeners.remove(call.decode(mapMessages.removeEntryListener).registrationId));
  });
}
