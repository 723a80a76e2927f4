import type { Member } from '@offloop/member';
import { sqlPage } from '@offloop/tools';
import { HazelcastSqlException, OperationTimeoutError } from 'offloop';
import { describe, expect, test } from 'vitest';

import { connected, executed } from './raw-answers.js';

const INTEGER = 4;
const ROW_METADATA = [{ name: 'n', type: INTEGER, nullable: true }];

describe.each([0, 1, 2])('with workers: %i,', (workers) => {
  const impatient = (properties: Record<string, number> = {}) =>
    connected(workers, { 'hazelcast.client.invocation.timeout.millis': 100, ...properties });

  /** Has the member answer statements with a page that is not the last, and be silent about those after it. */
  function beSilentAfterAPage({ faults }: Member): void {
    const page = (): Buffer => sqlPage([{ type: INTEGER, values: [1, 2, 3] }], false);
    faults.add({ message: 'sql.execute', action: { kind: 'raw', bytes: executed(ROW_METADATA, page) } });
    faults.add({ message: 'sql.fetch', action: { kind: 'swallow' } });
  }

  test('a member that is silent about a statement past its timeoutMillis is given up, and told to close it', async () => {
    const { member, client } = await impatient();
    member.faults.add({ message: 'sql.execute', action: { kind: 'swallow' } });
    const closed = member.faults.add({ message: 'sql.close', action: { kind: 'delay', ms: 0 } });
    await expect(client.getSql().execute('SELECT 1', [], { timeoutMillis: 100 })).rejects.toBeInstanceOf(
      OperationTimeoutError,
    );
    await closed.untilHit(1);
  });

  test('a member that is silent about a page past timeoutMillis is given up, and told to close the query', async () => {
    const { member, client } = await impatient();
    beSilentAfterAPage(member);
    const closed = member.faults.add({ message: 'sql.close', action: { kind: 'delay', ms: 0 } });
    const result = await client.getSql().execute('SELECT 1', [], { timeoutMillis: 100 });
    for (let i = 0; i < 3; i++) expect((await result.next()).done).toBe(false);
    await expect(result.next()).rejects.toBeInstanceOf(OperationTimeoutError);
    await closed.untilHit(1);
    // Again, it is the same.
    await expect(result.next()).rejects.toBeInstanceOf(OperationTimeoutError);
  });

  test('closing a query of a silent member ends with the invocation timeout', async () => {
    const { member, client } = await impatient();
    beSilentAfterAPage(member);
    member.faults.add({ message: 'sql.close', action: { kind: 'swallow' } });
    const result = await client.getSql().execute('SELECT 1');
    await expect(result.close()).rejects.toBeInstanceOf(OperationTimeoutError);
  });

  test('without a timeoutMillis the heartbeat ends what waits for a member that is silent about all', async () => {
    const { member, client } = await impatient({
      'hazelcast.client.heartbeat.interval': 100,
      'hazelcast.client.heartbeat.timeout': 400,
    });
    beSilentAfterAPage(member);
    const result = await client.getSql().execute('SELECT 1');
    member.faults.add({ message: 'client.ping', action: { kind: 'swallow' } });
    for (let i = 0; i < 3; i++) await result.next();
    const error = await result.next().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(HazelcastSqlException);
    expect(error).toMatchObject({ code: 1001, rowsRead: 3 });
  });
});
