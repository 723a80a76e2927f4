import { messages } from '@offloop/wire';

import type { Transactions } from '../transactions/transactions.js';
import { MultiMapView } from './multi-map-view.js';
import type { MultiMaps } from './named-multi-map.js';

const m = messages.transactionalMultiMap;

/** Registers the messages of multimaps in a transaction. */
export function registerTransactional(maps: MultiMaps, transactions: Transactions): void {
  const on = transactions.registrar(maps, (map, transaction) => new MultiMapView(map, transaction));
  on(m.put, (call, view, { key, value }) => {
    if (view.lock(call, key)) call.boolean(view.put(key, value));
  });
  on(m.removeEntry, (call, view, { key, value }) => {
    if (view.lock(call, key)) call.boolean(view.remove(key, value));
  });
  on(m.remove, (call, view, { key }) => {
    if (view.lock(call, key)) call.dataList(view.removeAll(key));
  });
  on(m.get, (call, view, { key }) => call.dataList(view.valuesOf(key)));
  on(m.valueCount, (call, view, { key }) => call.int32(view.valuesOf(key).length));
  on(m.size, (call, view) => call.int32(view.size()));
}
