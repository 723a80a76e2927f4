import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';

import { HttpClient } from '../../src/load/http-client.js';
import { startRequests } from '../../src/load/requests.js';

interface Seen {
  readonly millis: number;
  readonly right: boolean;
}

test('an open loop goes on asking while nobody answers, and charges every request with its wait', async () => {
  const held: (() => void)[] = [];
  const enough = withResolvers();
  const server = createServer((_request, response) => {
    held.push(() => response.end('yes'));
    if (held.length === 20) enough.resolve();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const seen: Seen[] = [];
  const client = new HttpClient((server.address() as AddressInfo).port, 100);
  const loop = startRequests({
    client,
    requests: [{ target: '/', expected: 'yes' }],
    rate: 200,
    onAnswer: (millis, right) => seen.push({ millis, right }),
    onError: (error) => enough.reject(error),
  });
  await enough.promise;
  expect(seen).toEqual([]);
  server.on('request', (_request, response) => response.end('yes'));
  for (const answer of held) answer();
  await loop.stop();
  client.close();
  server.close();
  const waits = seen.map(({ millis }) => millis);
  expect(seen.length).toBeGreaterThanOrEqual(20);
  expect(seen.every(({ right }) => right)).toBe(true);
  // The first waited for nineteen others to be sent, 5 ms apart on average.
  expect(Math.max(...waits)).toBeGreaterThan(Math.min(...waits));
});

test('an open loop tells wrong answers and errors from right ones', async () => {
  let count = 0;
  const server = createServer((_request, response) => {
    count++;
    if (count % 2 === 0) response.statusCode = 500;
    response.end('no');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const results: string[] = [];
  const both = withResolvers();
  const note = (result: string): void => {
    results.push(result);
    if (new Set(results).size === 2) both.resolve();
  };
  const client = new HttpClient((server.address() as AddressInfo).port, 4);
  const loop = startRequests({
    client,
    requests: [{ target: '/', expected: 'yes' }],
    rate: 100,
    onAnswer: (_millis, right) => note(right ? 'right' : 'wrong'),
    onError: () => note('error'),
  });
  await both.promise;
  await loop.stop();
  client.close();
  server.close();
  expect(new Set(results)).toEqual(new Set(['wrong', 'error']));
});

test('an open loop ends soon behind a server that never answers, and counts every request as an error', async () => {
  let asked = 0;
  const stuck = withResolvers();
  const server = createServer(() => {
    if (++asked === 2) stuck.resolve();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const errors: string[] = [];
  // The third request and those behind it get no socket.
  const client = new HttpClient((server.address() as AddressInfo).port, 2);
  const loop = startRequests({
    client,
    requests: [{ target: '/', expected: 'yes' }],
    rate: 500,
    stopTimeout: 50,
    onAnswer: () => stuck.reject(new Error('an answer')),
    onError: ({ message }) => errors.push(message),
  });
  await stuck.promise;
  await loop.stop();
  client.close();
  server.closeAllConnections();
  server.close();
  expect(errors.length).toBeGreaterThanOrEqual(2);
  expect(new Set(errors)).toEqual(new Set(['no answer when the load ended']));
});

test('a closed loop has one request on each of its connections, and asks again when it was answered', async () => {
  const targets = new Set<string | undefined>();
  let waiting = 0;
  let most = 0;
  const server = createServer(({ url }, response) => {
    targets.add(url);
    most = Math.max(most, ++waiting);
    setTimeout(() => {
      waiting--;
      response.end(url);
    }, 1);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const requests = Array.from({ length: 10 }, (_, i) => ({ target: `/${i}`, expected: `/${i}` }));
  const enough = withResolvers();
  let right = 0;
  const client = new HttpClient((server.address() as AddressInfo).port, 5);
  const loop = startRequests({
    client,
    requests,
    onAnswer: (_millis, isRight) => {
      if (isRight && ++right === 100) enough.resolve();
    },
    onError: (error) => enough.reject(error),
  });
  await enough.promise;
  expect(loop.waiting()).toBeLessThanOrEqual(5);
  await loop.stop();
  client.close();
  server.close();
  expect(loop.waiting()).toBe(0);
  expect(most).toBe(5);
  expect(targets.size).toBe(10);
});

/** `Promise.withResolvers`, which Node.js 20 does not have. */
function withResolvers(): { promise: Promise<void>; resolve: () => void; reject: (error: Error) => void } {
  let resolve!: () => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
