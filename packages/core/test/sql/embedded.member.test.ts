import { HazelcastSqlException, IllegalArgumentError } from 'offloop';
import { expect, test } from 'vitest';

import { connect } from '../client/support/client-bench.js';
import { embeddedMember } from '../client/support/embedded-member.js';

const member = await embeddedMember();

test('the embedded member says of every statement that it has no SQL', async () => {
  const { client } = await connect(member.address);
  const error = await client
    .getSql()
    .execute('SELECT 1')
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(HazelcastSqlException);
  expect(error).toMatchObject({ code: -1, textCode: 'ERR_OFFLOOP_HAZELCAST_SQL', suggestion: null });
  expect((error as Error).message).toContain('has no SQL engine');
});

test.each<readonly [string, unknown, unknown, unknown]>([
  ['sql must be a string that is not empty, got an empty string', '', undefined, undefined],
  ['sql must be a string that is not empty, got a number', 1, undefined, undefined],
  ['params must be an array, got an object', 'SELECT 1', { length: 1 }, undefined],
  ['options must be an object, got a string', 'SELECT 1', [], 'ROWS'],
  ['schema must be a string, got a number', 'SELECT 1', [], { schema: 7 }],
  ['timeoutMillis must be', 'SELECT 1', [], { timeoutMillis: -2 }],
  ['timeoutMillis must be', 'SELECT 1', [], { timeoutMillis: '1' }],
  ['cursorBufferSize must be a whole number from 1', 'SELECT 1', [], { cursorBufferSize: 0 }],
  ['cursorBufferSize must be a whole number from 1', 'SELECT 1', [], { cursorBufferSize: 1.5 }],
  [
    "expectedResultType must be 'ANY', 'ROWS' or 'UPDATE_COUNT'",
    'SELECT 1',
    [],
    { expectedResultType: 'any' },
  ],
  ['returnRawResult must be a boolean', 'SELECT 1', [], { returnRawResult: 1 }],
  ['prefetch must be a boolean', 'SELECT 1', [], { prefetch: 0 }],
  ['timeout must be', 'SELECT 1', [], { timeout: 0 }],
  ['signal must be', 'SELECT 1', [], { signal: 'no' }],
  ['timeOut is no option of a statement', 'SELECT 1', [], { timeOut: 5 }],
  ['schemas is no option of a statement', 'SELECT 1', [], { schemas: 'partitioned', timeout: 5 }],
])('%s', async (message, sql, params, options) => {
  const { client } = await connect(member.address);
  const error = await client
    .getSql()
    .execute(sql as string, params as unknown[], options as object)
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(IllegalArgumentError);
  expect((error as Error).message).toContain(message);
  await expect(client.getSql().executeStatement(null as never)).rejects.toThrow('statement must be');
});
