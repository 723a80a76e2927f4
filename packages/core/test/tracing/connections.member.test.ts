import type { ConnectionMessage, RestartMessage } from 'offloop';
import { expect, test } from 'vitest';

import { memberOfTest } from '../client/support/embedded-member.js';
import { heard } from '../client/support/channels.js';
import { connect, eventually, freshMap, THREADS } from '../client/support/client-bench.js';
import { watchWorkers } from '../client/support/worker-watch.js';

const { killYoungest } = watchWorkers();

test('connections are told of when they are made and when they are lost, and so is a worker that is replaced', async () => {
  const opened = heard<ConnectionMessage>('offloop:connection:open');
  const closed = heard<ConnectionMessage>('offloop:connection:close');
  const restarts = heard<RestartMessage>('offloop:worker:restart');
  const member = await memberOfTest();
  const { client, lifecycle } = await connect(member.address, { runtime: { workers: THREADS } });
  const name = client.getName();
  const connection = {
    client: name,
    member: client.getCluster().getMembers()[0].uuid.toString(),
    address: member.address,
  };
  const ofEachWorker = Array.from({ length: THREADS }, () => connection);
  expect(opened).toEqual(ofEachWorker);

  const map = await freshMap(client);
  await killYoungest();
  await lifecycle.until('CONNECTED', 2);
  await map.size();
  expect(restarts).toEqual([{ client: name, error: expect.any(Error) }]);
  expect(opened).toEqual([...ofEachWorker, connection]);
  // A thread that dies has no last word: the restart stands for all it had.
  expect(closed).toEqual([]);

  await member.stop();
  await eventually(() => closed.length === THREADS);
  const reason: unknown = expect.stringMatching(/\w/);
  expect(closed).toEqual(ofEachWorker.map((each) => ({ ...each, reason })));
});
