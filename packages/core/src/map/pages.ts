import { decodeValue, type FrameReader, type messages, type MessageSpec } from '@offloop/wire';
import type { ListShape } from '../calls/completions/list-result.js';
import { listAndMoreOperation, type ListOf, type Operation } from '../calls/operation.js';
import type { ArgumentsOf } from '../calls/requests/arguments.js';
import { ProtocolError } from '../errors/own-errors.js';
import { SentAnchor, type PagingPredicateImpl } from '../query/paging-predicate.js';
import type { DataDecoder } from '@offloop/values';

/** What answers a query in pages: the page, and where it and those before it end. */
export interface Page<List> {
  readonly list: List;
  readonly anchors: readonly SentAnchor[];
}

/** An operation that gives a page: a list like any other, with the anchors behind it. */
export function pagingOperation<M extends MessageSpec, S extends ListShape>(
  spec: M,
  shape: S,
): Operation<ArgumentsOf<M>, Page<ListOf<S>>> {
  return listAndMoreOperation(spec, shape, (list, behind, decoder) => ({
    list,
    anchors: anchorsOf(behind, decoder),
  }));
}

type PageFields = ArgumentsOf<typeof messages.map.keySetWithPagingPredicate>;

/** The fields of the request for the page that a query is at. */
export function pageFields(paging: PagingPredicateImpl, iterationTypeId: number): PageFields {
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
      iterationTypeId,
      partitionKeyData: null,
      partitionKeysData: null,
    },
  };
}

/** Keeps where the page ends, for the next one. */
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
