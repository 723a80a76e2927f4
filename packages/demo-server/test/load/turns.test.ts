import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';

import { approachById } from '../../src/approaches/approaches.js';
import { DEFAULT_CATALOGUE } from '../../src/catalogue/catalogue.js';
import type { TurnOrder } from '../../src/load/load.js';
import { Turns } from '../../src/load/turns.js';

const sync = approachById('sync');
if (sync === undefined) throw new Error('there is no such approach');
const RIGHT = '{"n":1,"fib":1}';

/** What to order from a server that answers pings with this status, and all else like this. */
async function serve(listener: RequestListener, pingStatus: number = 200): Promise<TurnOrder> {
  const server = createServer((request, response) => {
    if (request.url === '/ping') response.writeHead(pingStatus).end('"pong"');
    else listener(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    approach: sync as NonNullable<typeof sync>,
    task: { workload: 'fib', n: 1 },
    connections: 3,
    seconds: 0.1,
    counts: true,
  };
}

test('a turn leaves nothing behind, and turns add up but for those that do not count', async () => {
  let underWay = 0;
  let most = 0;
  const order = await serve((_, response) => {
    most = Math.max(most, ++underWay);
    // Answered in a later turn of the loop, as a server would that has something to do.
    setTimeout(() => {
      underWay--;
      response.end(RIGHT);
    }, 5);
  });
  const turns = new Turns(order.port);
  const warmUp = await turns.take({ ...order, counts: false });
  expect(underWay).toBe(0);
  expect(warmUp.total).toMatchObject({ answered: 0, millis: 0 });
  const one = await turns.take(order);
  const two = await turns.take(order);
  expect([underWay, most]).toEqual([0, 3]);
  expect(two.total).toMatchObject({
    answered: one.turn.answered + two.turn.answered,
    wrong: 0,
    errors: 0,
    pingErrors: 0,
  });
  expect(two.total.millis).toBeCloseTo(one.turn.millis + two.turn.millis);
  expect(two.turn.latency?.p50).toBeGreaterThanOrEqual(5);
  for (const { turn } of [warmUp, one, two]) {
    // Each connection made as many.
    expect(turn.answered % 3).toBe(0);
  }
});

test('a turn has as many requests as were answered before in such a time', async () => {
  const order = await serve((_, response) => response.end(RIGHT));
  const turns = new Turns(order.port);
  let answered = 0;
  // However slow this machine is: at some time more than three fit into a tenth of a second.
  while (answered <= 3) ({ answered } = (await turns.take(order)).turn);
  expect(answered % 3).toBe(0);
});

test('a turn of a server that answers later than it lasts waits for it', async () => {
  const held: ServerResponse[] = [];
  const order = await serve((_, response) => {
    held.push(response);
    if (held.length === 3) setTimeout(() => held.map((each) => each.end(RIGHT)), 300);
  });
  const { turn } = await new Turns(order.port).take({ ...order, seconds: 0.001 });
  expect(turn).toMatchObject({ answered: 3, errors: 0 });
});

test('connections ask for different documents, and in the next turn for others', async () => {
  const targets: (string | undefined)[] = [];
  const order = await serve(({ url }, response) => {
    targets.push(url);
    response.end();
  });
  const quotes = { ...order, task: { workload: 'quote', catalogue: DEFAULT_CATALOGUE, items: 2 } } as const;
  const turns = new Turns(order.port);
  await turns.take({ ...quotes, seconds: 0 });
  const first = new Set(targets);
  expect(first.size).toBe(3);
  await turns.take({ ...quotes, seconds: 0 });
  expect(targets.length).toBe(6);
  expect(new Set(targets).size).toBeGreaterThan(3);
});

test('wrong answers, other statuses and connections that break are told apart from right ones', async () => {
  let asked = 0;
  const order = await serve((_, response) => {
    asked++;
    if (asked === 1) response.socket?.end();
    else if (asked === 2) response.writeHead(500).end(RIGHT);
    else response.end('{"n":1,"fib":2}');
  });
  const { turn } = await new Turns(order.port).take({ ...order, connections: 5, seconds: 0 });
  expect(turn).toMatchObject({ answered: 0, errors: 2, wrong: 3, pingErrors: 0 });
});

test('who answers no ping is told, too', async () => {
  const order = await serve((_, response) => void setTimeout(() => response.end(RIGHT), 5), 500);
  const turns = new Turns(order.port);
  for (;;) {
    const { turn } = await turns.take(order);
    expect(turn.errors + turn.wrong).toBe(0);
    if (turn.pingErrors > 0) return;
  }
});

test('at a given rate as many are asked for as the rate says, however fast the answers are', async () => {
  const times: number[] = [];
  const order = await serve((_, response) => {
    times.push(performance.now());
    response.end(RIGHT);
  });
  const { turn } = await new Turns(order.port).take({ ...order, rate: 10, seconds: 1 });
  expect(turn).toMatchObject({ answered: 10, errors: 0 });
  expect(turn.requestsPerSecond).toBeLessThanOrEqual(10);
  // Not in one moment.
  expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(100);
});
