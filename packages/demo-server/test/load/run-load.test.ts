import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';

import { approachById } from '../../src/approaches/approaches.js';
import { runLoad } from '../../src/load/run-load.js';

test('at a given rate nothing counts before a server that was late while it was cold has caught up', async () => {
  const held: ServerResponse[] = [];
  let isCold = true;
  const server = createServer(({ url }, response) => {
    if (url === '/ping' || !isCold) response.end();
    else held.push(response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const sync = approachById('sync');
  if (sync === undefined) throw new Error('there is no such approach');
  let begun = false;
  const load = runLoad(
    {
      port: (server.address() as AddressInfo).port,
      approach: sync,
      task: { workload: 'fib', n: 1 },
      connections: 10,
      leadSeconds: 0.05,
      seconds: 0.3,
      rate: 200,
    },
    () => (begun = true),
  );
  // The lead has been over for long, at 5 ms a request.
  while (held.length < 40) await new Promise(setImmediate);
  expect(begun).toBe(false);
  isCold = false;
  for (const response of held) response.end();
  const { millis, answered, wrong } = await load;
  server.close();
  expect(begun).toBe(true);
  expect(millis).toBeGreaterThan(0);
  // None of the forty.
  expect(answered + wrong).toBeGreaterThan(0);
  expect(answered + wrong).toBeLessThan(40 + 200 * 0.3);
});
