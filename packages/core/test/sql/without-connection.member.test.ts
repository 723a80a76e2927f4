import { setImmediate as turn } from 'node:timers/promises';
import { HazelcastSqlException, type Client, type SqlResult } from 'offloop';
import { describe, expect, test } from 'vitest';

import { recordOf } from '../calls/schemas/employee.js';
import { connect, untilAllDisconnected } from '../client/support/client-bench.js';
import { memberOfTest } from '../client/support/embedded-member.js';
import { connectOfficial } from '../cluster/support/official.js';

const CONNECTION_PROBLEM = 1001;
/** How the official message begins. */
const OPENING = 'Client is not currently connected to the cluster.';

/** Of a schema that is not known yet: it is sent before the statement. */
const parcel = recordOf('parcel', 1);

async function refusalOf(execute: () => Promise<SqlResult>): Promise<HazelcastSqlException> {
  const error = await execute().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(HazelcastSqlException);
  return error as HazelcastSqlException;
}

describe.each([0, 1, 2, 'auto'] as const)('with workers: %s,', (workers) => {
  test.each(['ON', 'ASYNC', 'OFF'] as const)(
    'a statement without a connection is refused at once, whatever other calls do: reconnectMode %s',
    async (reconnectMode) => {
      const member = await memberOfTest();
      const { client, lifecycle } = await connect(member.address, {
        runtime: { workers },
        connectionStrategy: { reconnectMode },
      });
      const map = await client.getMap('m');
      await member.stop();
      await lifecycle.until('DISCONNECTED');
      const other = map.get('k').catch((error: unknown) => error);
      for (const params of [[], [parcel]]) {
        const { code, message, rowsRead } = await refusalOf(() =>
          client.getSql().execute('SELECT ?', params),
        );
        expect([code, message.slice(0, OPENING.length)]).toEqual([CONNECTION_PROBLEM, OPENING]);
        expect(rowsRead).toBeUndefined();
      }
      const settled = other.then(() => 'it is refused');
      const waits = reconnectMode === 'ON';
      expect(await Promise.race([settled, waits ? turn('it waits') : settled])).toBe(
        waits ? 'it waits' : 'it is refused',
      );
    },
  );

  test('a statement that waits for its schema is refused when the connection ends', async () => {
    const member = await memberOfTest();
    const { client } = await connect(member.address, {
      runtime: { workers },
      connectionStrategy: { reconnectMode: 'ON' },
    });
    const unanswered = member.faults.add({ message: 'client.sendSchema', action: { kind: 'swallow' } });
    const refused = refusalOf(() => client.getSql().execute('SELECT ?', [parcel]));
    await unanswered.untilHit();
    await member.stop();
    const { code, message } = await refused;
    expect([code, message.slice(0, OPENING.length)]).toEqual([CONNECTION_PROBLEM, OPENING]);
  });

  test('a statement is executed again once there is a connection', async () => {
    const member = await memberOfTest();
    const { port } = member;
    const { client, lifecycle } = await connect(member.address, { runtime: { workers } });
    await member.stop();
    await untilAllDisconnected(client);
    expect((await refusalOf(() => client.getSql().execute('SELECT 1'))).code).toBe(CONNECTION_PROBLEM);
    await memberOfTest({ port });
    await lifecycle.until('CONNECTED', 2);
    // The embedded member's answer to every statement.
    expect((await refusalOf(() => client.getSql().execute('SELECT 1'))).code).toBe(-1);
  });

  test('a statement that is sent just when the connection ends has an answer, too', async () => {
    const member = await memberOfTest();
    const { client } = await connect(member.address, { runtime: { workers } });
    const executed: Promise<HazelcastSqlException>[] = [];
    const stopped = member.stop();
    const state = { isStopped: false };
    void stopped.then(() => (state.isStopped = true));
    while (!state.isStopped) {
      executed.push(refusalOf(() => client.getSql().execute('SELECT 1')));
      await turn();
    }
    executed.push(refusalOf(() => client.getSql().execute('SELECT 1')));
    for (const { code } of await Promise.all(executed)) expect([-1, CONNECTION_PROBLEM]).toContain(code);
  });
});

test('before the first connection, and after the end, it is the same, as with the official client', async () => {
  const refused = (error: unknown): unknown => {
    const { message, code } = error as HazelcastSqlException;
    return [code, message.slice(0, OPENING.length)];
  };
  const nowhere = '127.0.0.1:1';
  const connectionStrategy = { asyncStart: true };
  const { client } = await connect(nowhere, { connectionStrategy });
  const official = await connectOfficial(nowhere, { connectionStrategy });
  for (const each of [client, official as unknown as Client]) {
    const execute = async (): Promise<SqlResult> => each.getSql().execute('SELECT 1');
    expect(await execute().catch(refused)).toEqual([CONNECTION_PROBLEM, OPENING]);
    await each.shutdown();
    expect(await execute().catch(refused)).toEqual([CONNECTION_PROBLEM, OPENING]);
  }
});
