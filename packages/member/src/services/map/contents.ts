import type { Call } from '../../calls/call.js';
import { sameData } from '../../protocol/slice.js';
import type { MapStore } from './map-store.js';

/** Functions that respond to a call about all entries of a store. */
export const contents = {
  keySet: (call: Call, store: MapStore): void => {
    call.list((out) => store.forEach(Date.now(), (entry) => out.dataFrame(entry.key)));
  },
  values: (call: Call, store: MapStore): void => {
    call.list((out) => store.forEach(Date.now(), (entry) => out.dataFrame(entry.value)));
  },
  entrySet: (call: Call, store: MapStore): void => {
    call.list((out) => {
      store.forEach(Date.now(), (entry) => {
        out.dataFrame(entry.key);
        out.dataFrame(entry.value);
      });
    });
  },
  size: (call: Call, store: MapStore): void => call.int32(store.size(Date.now())),
  isEmpty: (call: Call, store: MapStore): void => call.boolean(store.size(Date.now()) === 0),
  containsValue: (call: Call, store: MapStore): void => {
    const value = call.data(call.value);
    let met = false;
    store.forEach(Date.now(), (entry) => {
      met ||= sameData(entry.value, value);
    });
    call.boolean(met);
  },
};
