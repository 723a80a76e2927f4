import type { FaultyRequest } from '@offloop/member';
import { encodeResponse, messages } from '@offloop/wire';

/** What a member answers a request with, byte for byte: for a fault of the kind `raw`. */
export type Answer = (request: FaultyRequest) => Buffer;

interface Column {
  readonly name: string;
  readonly type: number;
  readonly nullable: boolean;
}

/** Answers a statement with the first page of its rows. */
export function executed(columns: readonly Column[], rowPage: () => Buffer): Answer {
  return (request) =>
    encodeResponse(
      messages.sql.execute,
      { rowMetadata: [...columns], rowPage: rowPage(), updateCount: -1n, error: null },
      answering(request),
    );
}

/** Answers a fetch with a later page. */
export function fetched(rowPage: () => Buffer): Answer {
  return (request) =>
    encodeResponse(messages.sql.fetch, { rowPage: rowPage(), error: null }, answering(request));
}

/** The parts of a header that say which request is answered. */
function answering({ correlationId }: FaultyRequest): { correlationLow: number; correlationHigh: number } {
  return {
    correlationLow: Number(BigInt.asIntN(32, correlationId)),
    correlationHigh: Number(BigInt.asIntN(32, correlationId >> 32n)),
  };
}
