import { mapMessages } from '@offloop/wire/protocol';

import type { Dispatcher } from '../../dispatcher.js';
import type { Maps } from './maps.js';

export function registerListeners(dispatcher: Dispatcher, maps: Maps): void {
  dispatcher.on(mapMessages.addEntryListener, (call) => {
    const map = maps.of(call);
    const spec = mapMessages.addEntryListener;
    const { includeValue, listenerFlags: flags } = call.decode(spec);
    call.uuid(map.listeners.add(call, { spec, key: undefined, includeValue, flags }));
  });
  dispatcher.on(mapMessages.addEntryListenerToKey, (call) => {
    const map = maps.of(call);
    const spec = mapMessages.addEntryListenerToKey;
    const { key, includeValue, listenerFlags: flags } = call.decode(spec);
    call.uuid(map.listeners.add(call, { spec, key: Buffer.from(key), includeValue, flags }));
  });
  dispatcher.on(mapMessages.removeEntryListener, (call) => {
    const map = maps.of(call);
    call.boolean(map.listeners.remove(call.decode(mapMessages.removeEntryListener).registrationId));
  });
}
