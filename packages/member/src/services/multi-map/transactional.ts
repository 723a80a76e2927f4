import { messages } from '@offloop/wire';

import type { Call } from '../../calls/call.js';
import { concurrentModification } from '../../calls/errors.js';
import type { Handlers } from '../../calls/handlers.js';
import { wholeOf } from '../../protocol/slice.js';
import { waitForLock } from '../shared/lock-waiting.js';
import type { Transactions } from '../transactions/transactions.js';
import { MultiMapView } from './multi-map-view.js';
import type { MultiMaps } from './named-multi-map.js';

const m = messages.transactionalMultiMap;

type Requests = (typeof m)[keyof typeof m];

/** Registers the messages of multimaps in a transaction. */
export function registerTransactional(handlers: Handlers, maps: MultiMaps, transactions: Transactions): void {
  const open = (call: Call, spec: Requests) => {
    const map = maps.of(call);
    const transaction = transactions.find(call, call.decode(spec).txnId);
    return { map, transaction, view: transaction.viewOf(map, () => new MultiMapView(map, transaction)) };
  };
  /** Returns the view with the key locked; undefined if the call has to wait for it: it is handled again then. */
  const openLocked = (call: Call, spec: Requests, key: Buffer): MultiMapView | undefined => {
    const { map, transaction, view } = open(call, spec);
    if (view.lock(key)) return view;
    waitForLock(call, map.locks, wholeOf(key), view.owner, transaction.timeout, (late) =>
      late.error(concurrentModification("Transaction couldn't obtain lock")),
    );
    return undefined;
  };

  handlers.on(m.put, (call) => {
    const { key, value } = call.decode(m.put);
    const view = openLocked(call, m.put, key);
    if (view !== undefined) call.boolean(view.put(key, value));
  });
  handlers.on(m.removeEntry, (call) => {
    const { key, value } = call.decode(m.removeEntry);
    const view = openLocked(call, m.removeEntry, key);
    if (view !== undefined) call.boolean(view.remove(key, value));
  });
  handlers.on(m.remove, (call) => {
    const { key } = call.decode(m.remove);
    const view = openLocked(call, m.remove, key);
    if (view !== undefined) list(call, view.removeAll(key));
  });
  handlers.on(m.get, (call) => list(call, open(call, m.get).view.valuesOf(call.decode(m.get).key)));
  handlers.on(m.valueCount, (call) => {
    call.int32(open(call, m.valueCount).view.valuesOf(call.decode(m.valueCount).key).length);
  });
  handlers.on(m.size, (call) => call.int32(open(call, m.size).view.size()));
}

function list(call: Call, values: readonly Buffer[]): void {
  call.list((out) => values.forEach((value) => out.dataFrame(value)));
}
