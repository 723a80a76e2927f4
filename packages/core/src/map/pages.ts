import { decodeValue, type FrameReader, type messages, type MessageSpec } from '@offloop/wire';
import type { ListShape } from '../calls/completions/list-result.js';
import { listOperation, type ListOf, type Operation } from '../calls/operation.js';
import type { ArgumentsOf } from '../calls/requests/arguments.js';
import { ProtocolError } from '../errors/own-errors.js';
import { SentAnchor, type IterationType, type PagingPredicateImpl } from '../query/paging-predicate.js';
import type { DataDecoder } from '@offloop/values';

/** Answer to a query in pages: the page, and the last entries of it and of those before it. */
export interface Page<List> {
  readonly list: List;
  readonly anchors: readonly SentAnchor[];
}

/** Makes an operation whose result is a page: a list, with the anchors behind it. */
export function pagingOperation<M extends MessageSpec, S extends ListShape>(
  spec: M,
  shape: S,
): Operation<ArgumentsOf<M>, Page<ListOf<S>>> {
  return listOperation(spec, shape).readingBehind((list, behind, decoder) => ({
    list,
    anchors: anchorsOf(behind, decoder),
  }));
}

export type PageFields = ArgumentsOf<typeof messages.map.keySetWithPagingPredicate>;

/** The protocol's numbers. */
const ITERATION_TYPE_IDS: Readonly<Record<IterationType, number>> = { KEY: 0, VALUE: 1, ENTRY: 2 };

/** Returns the fields of the request for the query's current page. */
export function pageFields(paging: PagingPredicateImpl, iterationType: IterationType): PageFields {
  return {
    predicate: {
      anchorDataListHolder: {
        anchorPageList: paging.anchors.map(({ page }) => page),
        anchorDataList: paging.anchors.map(({ key, value }): [Buffer, Buffer] => [key, value]),
      },
      predicateData: paging.predicate,
      comparatorData: paging.getComparator(),
      pageSize: paging.getPageSize(),
      page: paging.getPage(),
      iterationTypeId: ITERATION_TYPE_IDS[iterationType],
      partitionKeyData: null,
      partitionKeysData: null,
    },
  };
}

/** Keeps the end of the page for the next one, and returns its list. */
export function turnTo<List>(paging: PagingPredicateImpl, { list, anchors }: Page<List>): List {
  paging.anchors = anchors;
  return list;
}

function anchorsOf(behind: FrameReader, decoder: DataDecoder): SentAnchor[] {
  const { anchorPageList, anchorDataList } = decodeValue('AnchorDataListHolder', behind);
  if (anchorPageList.length !== anchorDataList.length)
    throw new ProtocolError(
      `the answer has ${anchorDataList.length} anchors for ${anchorPageList.length} pages`,
    );
  return anchorDataList.map(([key, value], at) => new SentAnchor(anchorPageList[at], key, value, decoder));
}
