import { messages } from '@offloop/wire';

import { MemberError } from '../../calls/errors.js';
import type { Call } from '../../calls/call.js';
import type { Handlers } from '../../calls/handlers.js';
import { aggregated } from '../../query/aggregators.js';
import { QueryEntry } from '../../query/attribute.js';
import { isNull } from '../../query/identified.js';
import { pageOf, type Page } from '../../query/paging.js';
import { conditionOf } from '../../query/predicates.js';
import { projectionOf } from '../../query/projections.js';
import type { ValueReader } from '../../query/value-reader.js';
import { EntryEvent, type EventFilter } from '../shared/entry-listeners.js';
import { wholeOf } from '../../protocol/slice.js';
import type { Maps, NamedMap } from './named-map.js';
import { foundIn } from './writes.js';
import { remove } from './removals.js';

const m = messages.map;

/** Registers the messages with a predicate, an aggregator or a projection. */
export function registerQueries(handlers: Handlers, maps: Maps, reader: ValueReader): void {
  const matching = (map: NamedMap, predicate: Buffer | null): QueryEntry[] => {
    const condition = isNull(predicate) ? undefined : conditionOf(predicate);
    const found: QueryEntry[] = [];
    map.store.forEach(Date.now(), ({ key, value }) => {
      const entry = new QueryEntry(key, value, reader);
      if (condition === undefined || condition(entry)) found.push(entry);
    });
    return found;
  };

  const listing = (
    spec: (typeof m)['keySetWithPredicate' | 'valuesWithPredicate' | 'entriesWithPredicate'],
    partsOf: (entry: QueryEntry) => readonly Buffer[],
  ): void => {
    handlers.on(spec, (call) => {
      call.dataList(matching(maps.of(call), call.decode(spec).predicate).flatMap(partsOf));
    });
  };
  listing(m.keySetWithPredicate, ({ keyData }) => [keyData]);
  listing(m.valuesWithPredicate, ({ valueData }) => [valueData]);
  listing(m.entriesWithPredicate, ({ keyData, valueData }) => [keyData, valueData]);

  const paged = (
    call: Call,
    spec: (typeof m)[
      'keySetWithPagingPredicate' | 'valuesWithPagingPredicate' | 'entriesWithPagingPredicate'],
  ): Page => {
    const map = maps.of(call);
    const { predicate } = call.decode(spec);
    return pageOf(predicate, matching(map, predicate.predicateData), reader);
  };
  handlers.on(m.keySetWithPagingPredicate, (call) => {
    const { entries, anchors } = paged(call, m.keySetWithPagingPredicate);
    const response = entries.map(({ keyData }) => keyData);
    call.respond(m.keySetWithPagingPredicate, { response, anchorDataList: anchors });
  });
  handlers.on(m.valuesWithPagingPredicate, (call) => {
    const { entries, anchors } = paged(call, m.valuesWithPagingPredicate);
    const response = entries.map(({ valueData }) => valueData);
    call.respond(m.valuesWithPagingPredicate, { response, anchorDataList: anchors });
  });
  handlers.on(m.entriesWithPagingPredicate, (call) => {
    const { entries, anchors } = paged(call, m.entriesWithPagingPredicate);
    const response = entries.map(({ keyData, valueData }): [Buffer, Buffer] => [keyData, valueData]);
    call.respond(m.entriesWithPagingPredicate, { response, anchorDataList: anchors });
  });

  handlers.on(m.aggregate, (call) => {
    const found = matching(maps.of(call), null);
    call.respond(m.aggregate, { response: aggregated(call.decode(m.aggregate).aggregator, found) });
  });
  handlers.on(m.aggregateWithPredicate, (call) => {
    const map = maps.of(call);
    const { aggregator, predicate } = call.decode(m.aggregateWithPredicate);
    const response = aggregated(aggregator, matching(map, predicate));
    call.respond(m.aggregateWithPredicate, { response });
  });
  handlers.on(m.project, (call) => {
    const map = maps.of(call);
    const projection = projectionOf(call.decode(m.project).projection);
    call.respond(m.project, { response: matching(map, null).map(projection) });
  });
  handlers.on(m.projectWithPredicate, (call) => {
    const map = maps.of(call);
    const { projection, predicate } = call.decode(m.projectWithPredicate);
    const project = projectionOf(projection);
    call.respond(m.projectWithPredicate, { response: matching(map, predicate).map(project) });
  });

  handlers.on(m.removeAll, (call) => {
    const map = maps.of(call);
    for (const { keyData } of matching(map, call.decode(m.removeAll).predicate)) {
      const key = wholeOf(keyData);
      const { entry } = foundIn(map, key);
      if (entry !== undefined && !map.store.locks.isLocked(key))
        remove(call, map, key, entry, EntryEvent.REMOVED, true);
    }
    call.void();
  });
}

/** Makes the filter of a listener's predicate. */
export function eventFilter(predicate: Buffer, reader: ValueReader): EventFilter {
  const condition = conditionOf(predicate);
  return (key, value) => {
    try {
      return condition(new QueryEntry(key, value, reader));
    } catch (error) {
      // A predicate that fails must not fail the write that caused the event.
      if (error instanceof MemberError) return false;
      throw error;
    }
  };
}
