import { messages } from '@offloop/wire';

import type { Call } from '../../calls/call.js';
import { transactionTimedOut } from '../../calls/errors.js';
import type { Handlers } from '../../calls/handlers.js';
import { QueryEntry } from '../../query/attribute.js';
import { isNull } from '../../query/paging.js';
import { conditionOf } from '../../query/predicates.js';
import type { ValueReader } from '../../query/value-reader.js';
import { wholeOf } from '../../protocol/slice.js';
import { contentOf } from '../shared/collection.js';
import { waitForLock } from '../shared/lock-waiting.js';
import type { Transactions } from '../transactions/transactions.js';
import { isSame, MapView, type Seen } from './map-view.js';
import type { Maps, NamedMap } from './named-map.js';

const m = messages.transactionalMap;

type Requests = (typeof m)[keyof typeof m];

/** A map as the transaction of a call sees it, and the transaction's ways to change it. */
interface Opened {
  readonly map: NamedMap;
  readonly view: MapView;
  /** Locks a key. Returns false if the call has to wait for it: it is handled again then. */
  readonly lock: (key: Buffer) => boolean;
}

/** Registers the messages of maps in a transaction. */
export function registerTransactional(
  handlers: Handlers,
  maps: Maps,
  transactions: Transactions,
  reader: ValueReader,
): void {
  const open = (call: Call, spec: Requests): Opened => {
    const { txnId } = call.decode(spec);
    const map = maps.of(call);
    const transaction = transactions.find(call, txnId);
    const view = transaction.viewOf(map, () => new MapView(map, transaction));
    return {
      map,
      view,
      lock: (key) => {
        if (view.lock(key)) return true;
        const { owner, timeout } = transaction;
        waitForLock(call, map.store.locks, wholeOf(key), owner, timeout, (late) =>
          late.error(transactionTimedOut("Transaction couldn't obtain lock for the key")),
        );
        return false;
      },
    };
  };

  handlers.on(m.get, (call) => {
    const { view } = open(call, m.get);
    call.nullableData(view.read(call.decode(m.get).key));
  });
  handlers.on(m.containsKey, (call) => {
    const { view } = open(call, m.containsKey);
    call.boolean(view.read(call.decode(m.containsKey).key) !== undefined);
  });
  handlers.on(m.size, (call) => call.int32(open(call, m.size).view.size()));
  handlers.on(m.isEmpty, (call) => call.boolean(open(call, m.isEmpty).view.size() === 0));
  handlers.on(m.getForUpdate, (call) => {
    const { view, lock } = open(call, m.getForUpdate);
    const { key } = call.decode(m.getForUpdate);
    if (view.of(key) === undefined) {
      if (!lock(key)) return;
      view.keep(key);
      call.nullableData(view.before(key));
    } else {
      call.nullableData(view.of(key)?.value);
    }
  });

  handlers.on(m.put, (call) => {
    const { view, lock } = open(call, m.put);
    const { key, value, ttl } = call.decode(m.put);
    if (!lock(key)) return;
    const before = view.before(key);
    call.nullableData(view.of(key) === undefined ? before : view.of(key)?.value);
    view.set(key, value, before === undefined, Number(ttl));
  });
  handlers.on(m.set, (call) => {
    const { view, lock } = open(call, m.set);
    const { key, value } = call.decode(m.set);
    if (!lock(key)) return;
    view.set(key, value, view.before(key) === undefined);
    call.void();
  });
  handlers.on(m.putIfAbsent, (call) => {
    const { view, lock } = open(call, m.putIfAbsent);
    const { key, value } = call.decode(m.putIfAbsent);
    const seen = view.of(key);
    if (seen?.value !== undefined) {
      call.nullableData(seen.value);
      return;
    }
    const held = view.holds(key);
    if (!lock(key)) return;
    const before = seen === undefined ? view.before(key) : undefined;
    call.nullableData(before);
    if (before === undefined) view.set(key, value, true);
    else leave(view, key, held);
  });
  handlers.on(m.replace, (call) => {
    const { view, lock } = open(call, m.replace);
    const { key, value } = call.decode(m.replace);
    const seen = view.of(key);
    if (seen !== undefined) {
      call.nullableData(seen.value);
      if (seen.value !== undefined) view.set(key, value, false);
      return;
    }
    const held = view.holds(key);
    if (!lock(key)) return;
    const before = view.before(key);
    call.nullableData(before);
    if (before === undefined) leave(view, key, held);
    else view.set(key, value, false);
  });
  handlers.on(m.replaceIfSame, (call) => {
    const { view, lock } = open(call, m.replaceIfSame);
    const { key, oldValue, newValue } = call.decode(m.replaceIfSame);
    const seen = view.of(key);
    if (seen !== undefined) {
      const fits = isSame(seen.value, oldValue);
      // In 5.6.0 members the transaction goes on reading the value before this one.
      if (fits) view.set(key, newValue, false, undefined, seen.value);
      call.boolean(fits);
      return;
    }
    const held = view.holds(key);
    if (!lock(key)) return;
    const fits = isSame(view.before(key), oldValue);
    call.boolean(fits);
    if (fits) view.set(key, newValue, false);
    else leave(view, key, held);
  });
  handlers.on(m.remove, (call) => {
    const { view, lock } = open(call, m.remove);
    const { key } = call.decode(m.remove);
    if (!lock(key)) return;
    const before = view.before(key);
    const seen = view.of(key);
    call.nullableData(seen === undefined ? before : seen.value);
    view.remove(key, before !== undefined || seen !== undefined);
  });
  handlers.on(m.delete, (call) => {
    const { view, lock } = open(call, m.delete);
    const { key } = call.decode(m.delete);
    if (!lock(key)) return;
    view.remove(key, view.before(key) !== undefined || view.of(key) !== undefined);
    call.void();
  });
  handlers.on(m.removeIfSame, (call) => {
    const { view, lock } = open(call, m.removeIfSame);
    const { key, value } = call.decode(m.removeIfSame);
    const seen = view.of(key);
    const held = view.holds(key);
    if (!lock(key)) return;
    const fits = isSame(seen === undefined ? view.before(key) : seen.value, value);
    call.boolean(fits);
    if (fits) view.remove(key);
    else if (seen === undefined) leave(view, key, held);
  });

  /** @param hides whether what the transaction has made of a key takes the place of its entry. */
  const matching = (
    call: Call,
    spec: Requests,
    predicate: Buffer | null,
    hides: (seen: Seen) => boolean,
  ): QueryEntry[] => {
    const { view, map } = open(call, spec);
    const condition = isNull(predicate) ? undefined : conditionOf(predicate);
    const found = new Map<string, QueryEntry>();
    const meet = (key: Buffer, value: Buffer): void => {
      const entry = new QueryEntry(key, value, reader);
      if (condition === undefined || condition(entry)) found.set(contentOf(key), entry);
    };
    map.store.forEach(Date.now(), ({ key, value }) => {
      const seen = view.of(key);
      if (seen === undefined || !hides(seen)) meet(key, value);
    });
    for (const { key, value } of view.seen) if (value !== undefined) meet(key, value);
    return [...found.values()];
  };
  // In 5.6.0 members a key counts also if its value matched before the transaction, and does not any more.
  const keys = (call: Call, spec: Requests, predicate: Buffer | null): void => {
    const found = matching(call, spec, predicate, ({ value }) => value === undefined);
    call.list((out) => found.forEach(({ keyData }) => out.dataFrame(keyData)));
  };
  const values = (call: Call, spec: Requests, predicate: Buffer | null): void => {
    const found = matching(call, spec, predicate, () => true);
    call.list((out) => found.forEach(({ valueData }) => out.dataFrame(valueData)));
  };
  handlers.on(m.keySet, (call) => keys(call, m.keySet, null));
  handlers.on(m.values, (call) => values(call, m.values, null));
  handlers.on(m.keySetWithPredicate, (call) => {
    keys(call, m.keySetWithPredicate, call.decode(m.keySetWithPredicate).predicate);
  });
  handlers.on(m.valuesWithPredicate, (call) => {
    values(call, m.valuesWithPredicate, call.decode(m.valuesWithPredicate).predicate);
  });
}

/** Leaves a key as it is that was locked for a condition which is not met. @param held true if it was locked before that. */
function leave(view: MapView, key: Buffer, held: boolean): void {
  if (held) view.keep(key);
  else view.letGo(key);
}
