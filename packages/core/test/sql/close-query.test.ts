import Long from 'long';
import { expect, test, vi } from 'vitest';

import type { Invoker } from '../../src/calls/invoker.js';
import { closeLostQuery } from '../../src/sql/close-query.js';
import { QueryIds } from '../../src/sql/query-ids.js';
import { QueryTime } from '../../src/sql/query-time.js';
import { UUID } from '@offloop/values';

const members = [1, 2].map((number) => new UUID(Long.fromNumber(number), Long.ZERO));

test('a lost query is closed on every member: where it was to be was perhaps not connected when it began', async () => {
  const asked: UUID[] = [];
  let refusal: Error | undefined = new Error('offline');
  const invoker = {
    refusal: () => refusal,
    invokeOnMember: (_operation: unknown, _name: unknown, member: UUID) => {
      asked.push(member);
      return Promise.reject(new Error('the member has left'));
    },
  } as unknown as Invoker;
  const [member] = members;
  const query = { id: new QueryIds().next(member), pageRows: 10, time: new QueryTime(0, 1000), member };
  void closeLostQuery({ invoker, members: () => members }, query);
  // The first attempt comes while the client is offline.
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(asked).toEqual([]);
  refusal = undefined;
  await vi.waitFor(() => expect(asked).toEqual(members), { timeout: 10_000 });
});
