import { TypeId } from '@offloop/wire';

import { illegalArgument, unsupported } from '../calls/errors.js';
import { QueryEntry } from './attribute.js';
import { compare } from './comparison.js';
import { typeOf } from './identified.js';
import type { ValueReader } from './value-reader.js';

/** The protocol's number of a page of values; others are of keys, and of entries. */
const VALUES = 1;

/** Where pages end: their numbers, and the last entry of each. */
export interface Anchors {
  readonly anchorPageList: number[];
  readonly anchorDataList: [Buffer, Buffer][];
}

/** The request for a page. */
export interface PageRequest {
  readonly anchorDataListHolder: Anchors;
  readonly comparatorData: Buffer | null;
  readonly pageSize: number;
  readonly page: number;
  readonly iterationTypeId: number;
}

export interface Page {
  readonly entries: readonly QueryEntry[];
  readonly anchors: Anchors;
}

/**
 * The page of a query: its matches in their order, from behind the nearest page before it of which the client knows the end. Throws
 * MemberError for a comparator, and for values without an order.
 */
export function pageOf(request: PageRequest, matches: readonly QueryEntry[], reader: ValueReader): Page {
  const { anchorDataListHolder: known, comparatorData, pageSize, page } = request;
  if (!isNull(comparatorData)) throw unsupported('comparators: it has no Java classes');
  if (pageSize < 1 || page < 0) throw illegalArgument('A page has a size and a number');
  if (known.anchorPageList.length !== known.anchorDataList.length)
    throw illegalArgument('Each anchor has a page');
  const inOrder = orderOf(request.iterationTypeId);
  const pages = known.anchorPageList.map((number, at) => ({ number, entry: known.anchorDataList[at] }));
  const before = pages.filter(({ number }) => number < page);
  const nearest = before.at(-1);
  let behind = [...matches].sort(inOrder);
  if (nearest !== undefined) {
    const anchor = new QueryEntry(...nearest.entry, reader);
    behind = behind.filter((entry) => inOrder(entry, anchor) > 0);
  }
  const first = nearest === undefined ? 0 : nearest.number + 1;
  const anchors: Anchors = {
    anchorPageList: before.map(({ number }) => number),
    anchorDataList: before.map(({ entry }) => entry),
  };
  for (let number = first; number <= page; number++) {
    const last = behind[(number - first + 1) * pageSize - 1];
    if (last === undefined) break;
    anchors.anchorPageList.push(number);
    anchors.anchorDataList.push([last.keyData, last.valueData]);
  }
  const start = (page - first) * pageSize;
  return { entries: behind.slice(start, start + pageSize), anchors };
}

/** Whether there is none: clients leave it out, or serialize null. */
export function isNull(data: Buffer | null): data is null {
  return data === null || typeOf(data) === TypeId.NULL;
}

/** Values are in their own order, keys and entries in that of their keys; equal values, too, so that no page leaves one out. */
function orderOf(iterationTypeId: number): (a: QueryEntry, b: QueryEntry) => number {
  if (iterationTypeId !== VALUES) return (a, b) => compare(a.key, b.key);
  return (a, b) => compare(a.value, b.value) || compare(a.key, b.key);
}
