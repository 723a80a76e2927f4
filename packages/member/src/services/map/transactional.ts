import { messages } from '@offloop/wire';

import type { Call } from '../../calls/call.js';
import { QueryEntry } from '../../query/attribute.js';
import { isNull } from '../../query/identified.js';
import { conditionOf } from '../../query/predicates.js';
import type { ValueReader } from '../../query/value-reader.js';
import { contentOf } from '../shared/collection.js';
import type { Transactions } from '../transactions/transactions.js';
import { isSame, MapView, type Seen } from './map-view.js';
import type { Maps } from './named-map.js';

const m = messages.transactionalMap;

/** Registers the messages of maps in a transaction. */
export function registerTransactional(maps: Maps, transactions: Transactions, reader: ValueReader): void {
  const on = transactions.registrar(maps, (map, transaction) => new MapView(map, transaction));

  on(m.get, (call, view, { key }) => call.nullableData(view.read(key)));
  on(m.containsKey, (call, view, { key }) => call.boolean(view.read(key) !== undefined));
  on(m.size, (call, view) => call.int32(view.size()));
  on(m.isEmpty, (call, view) => call.boolean(view.size() === 0));
  on(m.getForUpdate, (call, view, { key }) => {
    if (view.of(key) === undefined) {
      if (!view.lock(call, key)) return;
      view.keep(key);
      call.nullableData(view.before(key));
    } else {
      call.nullableData(view.of(key)?.value);
    }
  });

  on(m.put, (call, view, { key, value, ttl }) => {
    if (!view.lock(call, key)) return;
    const before = view.before(key);
    call.nullableData(view.of(key) === undefined ? before : view.of(key)?.value);
    view.set(key, value, before === undefined, Number(ttl));
  });
  on(m.set, (call, view, { key, value }) => {
    if (!view.lock(call, key)) return;
    view.set(key, value, view.before(key) === undefined);
    call.void();
  });
  on(m.putIfAbsent, (call, view, { key, value }) => {
    const seen = view.of(key);
    if (seen?.value !== undefined) {
      call.nullableData(seen.value);
      return;
    }
    const held = view.holds(key);
    if (!view.lock(call, key)) return;
    const before = seen === undefined ? view.before(key) : undefined;
    call.nullableData(before);
    if (before === undefined) view.set(key, value, true);
    else leave(view, key, held);
  });
  on(m.replace, (call, view, { key, value }) => {
    const seen = view.of(key);
    if (seen !== undefined) {
      call.nullableData(seen.value);
      if (seen.value !== undefined) view.set(key, value, false);
      return;
    }
    const held = view.holds(key);
    if (!view.lock(call, key)) return;
    const before = view.before(key);
    call.nullableData(before);
    if (before === undefined) leave(view, key, held);
    else view.set(key, value, false);
  });
  on(m.replaceIfSame, (call, view, { key, oldValue, newValue }) => {
    const seen = view.of(key);
    if (seen !== undefined) {
      const fits = isSame(seen.value, oldValue);
      // In 5.6.0 members the transaction goes on reading the value before this one.
      if (fits) view.set(key, newValue, false, undefined, seen.value);
      call.boolean(fits);
      return;
    }
    const held = view.holds(key);
    if (!view.lock(call, key)) return;
    const fits = isSame(view.before(key), oldValue);
    call.boolean(fits);
    if (fits) view.set(key, newValue, false);
    else leave(view, key, held);
  });
  on(m.remove, (call, view, { key }) => {
    if (!view.lock(call, key)) return;
    const before = view.before(key);
    const seen = view.of(key);
    call.nullableData(seen === undefined ? before : seen.value);
    view.remove(key, before !== undefined || seen !== undefined);
  });
  on(m.delete, (call, view, { key }) => {
    if (!view.lock(call, key)) return;
    view.remove(key, view.before(key) !== undefined || view.of(key) !== undefined);
    call.void();
  });
  on(m.removeIfSame, (call, view, { key, value }) => {
    const seen = view.of(key);
    const held = view.holds(key);
    if (!view.lock(call, key)) return;
    const fits = isSame(seen === undefined ? view.before(key) : seen.value, value);
    call.boolean(fits);
    if (fits) view.remove(key);
    else if (seen === undefined) leave(view, key, held);
  });

  /** @param hides whether what the transaction has made of a key takes the place of its entry. */
  const matching = (
    view: MapView,
    predicate: Buffer | null,
    hides: (seen: Seen) => boolean,
  ): QueryEntry[] => {
    const condition = isNull(predicate) ? undefined : conditionOf(predicate);
    const found = new Map<string, QueryEntry>();
    const meet = (key: Buffer, value: Buffer): void => {
      const entry = new QueryEntry(key, value, reader);
      if (condition === undefined || condition(entry)) found.set(contentOf(key), entry);
    };
    view.map.store.forEach(Date.now(), ({ key, value }) => {
      const seen = view.of(key);
      if (seen === undefined || !hides(seen)) meet(key, value);
    });
    for (const { key, value } of view.seen) if (value !== undefined) meet(key, value);
    return [...found.values()];
  };
  // In 5.6.0 members a key counts also if its value matched before the transaction, and does not any more.
  const keys = (call: Call, view: MapView, predicate: Buffer | null): void => {
    const found = matching(view, predicate, ({ value }) => value === undefined);
    call.dataList(found.map(({ keyData }) => keyData));
  };
  const values = (call: Call, view: MapView, predicate: Buffer | null): void => {
    const found = matching(view, predicate, () => true);
    call.dataList(found.map(({ valueData }) => valueData));
  };
  on(m.keySet, (call, view) => keys(call, view, null));
  on(m.values, (call, view) => values(call, view, null));
  on(m.keySetWithPredicate, (call, view, { predicate }) => keys(call, view, predicate));
  on(m.valuesWithPredicate, (call, view, { predicate }) => values(call, view, predicate));
}

/** Leaves a key as it is that was locked for a condition which is not met. @param held true if it was locked before that. */
function leave(view: MapView, key: Buffer, held: boolean): void {
  if (held) view.keep(key);
  else view.letGo(key);
}
