import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { expect, test } from 'vitest';

import { approachById } from '../../src/approaches/approaches.js';
import { Turns } from '../../src/load/turns.js';

const sync = approachById('sync');
if (sync === undefined) throw new Error('there is no such approach');
const task = { workload: 'fib', n: 1 } as const;
const RIGHT = '{"n":1,"fib":1}';

test('turns keep their connections, leave nothing behind, and add up but for those that do not count', async () => {
  let underWay = 0;
  const sockets = new Set<Socket>();
  const server = createServer(({ url, socket }, response) => {
    if (url !== '/ping') sockets.add(socket);
    underWay++;
    // Answered in a later turn of the loop, as a server would that has something to do.
    setTimeout(() => {
      underWay--;
      response.end(RIGHT);
    }, 5);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const turns = new Turns(port, 3);
  const order = { port, approach: sync, task, connections: 3, millis: 100 };
  const warmUp = await turns.take({ ...order, counts: false });
  expect(underWay).toBe(0);
  expect(warmUp.turn.answered).toBeGreaterThanOrEqual(3);
  expect(warmUp.total.answered).toBe(0);
  const one = await turns.take({ ...order, counts: true });
  const two = await turns.take({ ...order, counts: true });
  expect(underWay).toBe(0);
  expect(sockets.size).toBe(3);
  expect(two.total).toMatchObject({ answered: one.turn.answered + two.turn.answered, wrong: 0, errors: 0 });
  expect(two.total.millis).toBeCloseTo(one.turn.millis + two.turn.millis);
  // It lasts until its last answer is in.
  expect(two.turn.millis).toBeGreaterThan(order.millis);
  server.closeAllConnections();
  server.close();
});

test('a turn of a server that gives wrong answers or none says so', async () => {
  const held: ServerResponse[] = [];
  const server = createServer(({ url }, response) => {
    if (url === '/ping') response.writeHead(500).end();
    else if (held.length === 0) held.push(response);
    else response.end('{"n":1,"fib":2}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const turn = new Turns(port, 2).take({
    port,
    approach: sync,
    task,
    connections: 2,
    millis: 50,
    counts: true,
  });
  await expect.poll(() => held.length, { timeout: 10_000 }).toBe(1);
  held[0].destroy();
  const { total } = await turn;
  expect(total.answered).toBe(0);
  expect(total.wrong).toBeGreaterThan(0);
  expect(total.errors).toBe(1);
  expect(total.pingErrors).toBeGreaterThan(0);
  server.closeAllConnections();
  server.close();
});
