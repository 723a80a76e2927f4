import type { FaultyRequest, Member } from '@offloop/member';
import { encodeResponse, messages } from '@offloop/wire';
import type { Client } from 'offloop';

import { connect, type Config } from '../client/support/client-bench.js';
import { memberOfTest } from '../client/support/embedded-member.js';

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

/** A client of a member whose answers are in the test's hands. */
export async function connected(
  workers: number,
  properties: Config['properties'] = {},
): Promise<{ readonly member: Member; readonly client: Client }> {
  const member = await memberOfTest();
  const { client } = await connect(member.address, { runtime: { workers }, properties });
  return { member, client };
}
