import { illegalArgument, outOfBounds, unsupported } from '../calls/errors.js';
import { QueryEntry } from './attribute.js';
import { compare } from './comparison.js';
import { isNull } from './identified.js';
import type { ValueReader } from './value-reader.js';

/** The protocol's number for pages of values. Other numbers stand for pages of keys or entries. */
const VALUES = 1;

/** Anchors of pages: the number of each page and its last entry, at the same index. */
export interface Anchors {
  readonly anchorPageList: number[];
  readonly anchorDataList: [Buffer, Buffer][];
}

/** The fields of a request for a page of a query. */
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
 * Returns one page of a query's matches in order, and the anchors up to it. It starts from the nearest earlier page whose anchor
 * the client sent. Throws MemberError for a comparator, and for values without an order.
 */
export function pageOf(request: PageRequest, matches: readonly QueryEntry[], reader: ValueReader): Page {
  const { anchorDataListHolder: known, comparatorData, pageSize, page } = request;
  if (!isNull(comparatorData)) throw unsupported('comparators: it has no Java classes');
  if (pageSize < 1) throw illegalArgument('A page has a size');
  if (known.anchorPageList.length !== known.anchorDataList.length)
    throw illegalArgument('Each anchor has a page');
  if (page < 0) return beforeFirst(request, matches.length);
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

/**
 * Returns the page before the first, which is empty. As 5.6.0 members do, throws MemberError if there are anchors, among which they look
 * for that of the page before it, and for earlier pages of what has matches, of which they would take a part.
 */
function beforeFirst({ anchorDataListHolder: known, page, pageSize }: PageRequest, matches: number): Page {
  const { length } = known.anchorPageList;
  if (length > 0) throw outOfBounds(`Index ${page - 1} out of bounds for length ${length}`);
  if (page < -1 && matches > 0) throw illegalArgument(`fromIndex(0) > toIndex(${pageSize * (page + 1)})`);
  return { entries: [], anchors: { anchorPageList: [], anchorDataList: [] } };
}

/**
 * Returns the order of a query's matches: values by value and then by key, so that equal values are not left out between pages;
 * keys and entries by key.
 */
function orderOf(iterationTypeId: number): (a: QueryEntry, b: QueryEntry) => number {
  if (iterationTypeId !== VALUES) return (a, b) => compare(a.key, b.key);
  return (a, b) => compare(a.value, b.value) || compare(a.key, b.key);
}
