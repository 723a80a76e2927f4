import { messages } from '@offloop/wire/protocol';

import type { Handlers } from '../../calls/handlers.js';
import type { Maps } from './named-map.js';

export function registerListeners(handlers: Handlers, maps: Maps): void {
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
  handlers.on(messages.map.removeEntryListener, (call) => {
    const map = maps.of(call);
    call.boolean(map.listeners.remove(call.decode(messages.map.removeEntryListener).registrationId));
  });
}
