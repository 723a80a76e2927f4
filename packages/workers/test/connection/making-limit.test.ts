import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { MakingLimit } from '../../src/connection/making-limit.js';

vi.mock('@offloop/runtime/clock', () => import('@offloop/tools/driven-clock'));

const LIMIT = 5_000;

let connection: {
  readonly address: { readonly host: string; readonly port: number };
  lastRead: number;
  isPaused: boolean;
  readonly closed: string[];
  close(reason: Error): void;
};
let limit: MakingLimit;
beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['performance', 'setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate'],
  });
  connection = {
    address: { host: 'member', port: 5701 },
    lastRead: performance.now(),
    isPaused: false,
    closed: [],
    close: ({ message }) => {
      connection.closed.push(message);
      limit.end();
    },
  };
  limit = new MakingLimit(connection, LIMIT);
});
afterEach(() => {
  limit.end();
  vi.useRealTimers();
});

/** Time goes by; with `talks` something is read each second. */
function pass(millis: number, talks = false): void {
  for (let passed = 0; passed < millis; passed += 1_000) {
    vi.advanceTimersByTime(1_000);
    if (talks) connection.lastRead = performance.now();
  }
}

test('a peer that has not authenticated us in time is left, whatever it sends', () => {
  pass(LIMIT - 1_000, true);
  expect(connection.closed).toEqual([]);
  pass(2_000, true);
  expect(connection.closed).toEqual(['member:5701 did not authenticate us in 5000 ms']);
  expect(vi.getTimerCount()).toBe(0);
});

test('one that has may take longer, as long as it goes on answering', () => {
  limit.onAuthenticated();
  pass(20 * LIMIT, true);
  expect(connection.closed).toEqual([]);
  pass(LIMIT - 1_000);
  expect(connection.closed).toEqual([]);
  pass(2_000);
  expect(connection.closed).toEqual(['member:5701 did not answer for 5000 ms']);
  expect(vi.getTimerCount()).toBe(0);
});

test('one that is not read is not silent', () => {
  limit.onAuthenticated();
  connection.isPaused = true;
  pass(4 * LIMIT);
  connection.isPaused = false;
  connection.lastRead = performance.now();
  pass(LIMIT - 1_000);
  expect(connection.closed).toEqual([]);
});

test('a connection that is made has no limit any more, and none has one of 0', () => {
  limit.end();
  pass(4 * LIMIT);
  new MakingLimit(connection, 0).end();
  expect(vi.getTimerCount()).toBe(0);
  expect(connection.closed).toEqual([]);
});
