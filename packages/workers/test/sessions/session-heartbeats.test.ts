import { ErrorCode, type ErrorHolder, messages } from '@offloop/wire';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Connection } from '../../src/connection/connection.js';
import { MemberFailure, type InternalCalls } from '../../src/connection/internal-calls.js';
import type { FromWorker } from '@offloop/contract';
import { SessionHeartbeats } from '../../src/sessions/session-heartbeats.js';

vi.mock('@offloop/runtime/clock', () => import('@offloop/tools/driven-clock'));

const INTERVAL = 1000;
const SESSION = { group: 'default', seed: '0', id: '3', sessionId: '17' };
const OTHER = { ...SESSION, sessionId: '18' };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Heartbeats that go nowhere, each with the answer that the test wants. */
class Bench {
  readonly beats: unknown[] = [];
  readonly told: FromWorker[] = [];
  failure: Error | undefined;
  connection: Connection | undefined = {} as Connection;
  readonly heartbeats: SessionHeartbeats;

  constructor() {
    const call = async (_connection: Connection, spec: unknown, values: unknown): Promise<void> => {
      expect(spec).toBe(messages.cpSession.heartbeatSession);
      this.beats.push(values);
      if (this.failure !== undefined) throw this.failure;
    };
    this.heartbeats = new SessionHeartbeats(
      () => this.connection,
      { call } as unknown as InternalCalls,
      (message) => this.told.push(message),
    );
  }

  keep(session = SESSION, isTakenOver = false): this {
    this.heartbeats.keep({ type: 'keep-session', session, intervalMillis: INTERVAL, isTakenOver });
    return this;
  }

  async pass(intervals: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(intervals * INTERVAL);
  }
}

function failed(errorCode: number): MemberFailure {
  return new MemberFailure([{ errorCode, className: 'X', message: null } as ErrorHolder]);
}

test('a session that is kept gets a heartbeat each interval, until it is dropped', async () => {
  const bench = new Bench().keep();
  expect(bench.beats).toEqual([]);
  await bench.pass(3);
  expect(bench.beats).toHaveLength(3);
  expect(bench.beats[0]).toEqual({ groupId: { name: 'default', seed: 0n, id: 3n }, sessionId: 17n });
  bench.heartbeats.drop(SESSION);
  await bench.pass(3);
  expect(bench.beats).toHaveLength(3);
});

test('to be kept twice is to be kept once', async () => {
  const bench = new Bench().keep().keep();
  await bench.pass(1);
  expect(bench.beats).toHaveLength(1);
});

test.each([ErrorCode.SESSION_EXPIRED, ErrorCode.CP_GROUP_DESTROYED])(
  'a session that the group has closed (error %i) is told of once, and gets no more',
  async (code) => {
    const bench = new Bench().keep().keep(OTHER);
    bench.failure = failed(code);
    await bench.pass(1);
    expect(bench.told).toEqual([SESSION, OTHER].map((session) => ({ type: 'session-closed', session })));
    await bench.pass(3);
    expect(bench.beats).toHaveLength(2);
  },
);

test('any other failure, and the lack of a connection, may pass', async () => {
  const bench = new Bench().keep();
  bench.failure = failed(ErrorCode.NOT_LEADER);
  await bench.pass(1);
  bench.failure = new Error('the connection is closed');
  await bench.pass(1);
  bench.failure = undefined;
  bench.connection = undefined;
  await bench.pass(1);
  expect(bench.beats).toHaveLength(2);
  bench.connection = {} as Connection;
  await bench.pass(1);
  expect(bench.beats).toHaveLength(3);
  expect(bench.told).toEqual([]);
});

test('a session of a worker that is dead gets one at once, and then each interval', async () => {
  const bench = new Bench().keep(SESSION, true);
  expect(bench.beats).toHaveLength(1);
  await bench.pass(2);
  expect(bench.beats).toHaveLength(3);
});

test('what found no connection goes with the next one, unless it is dropped meanwhile', async () => {
  const bench = new Bench().keep(SESSION, true).keep(OTHER);
  bench.connection = undefined;
  await bench.pass(2.5);
  bench.heartbeats.drop(OTHER);
  bench.connection = {} as Connection;
  bench.heartbeats.onRoutable();
  expect(bench.beats).toHaveLength(2);
  bench.heartbeats.onRoutable();
  expect(bench.beats).toHaveLength(2);
  await bench.pass(0.5);
  expect(bench.beats).toHaveLength(3);
});

test('after the end nothing is sent', async () => {
  const bench = new Bench().keep().keep(OTHER);
  bench.connection = undefined;
  await bench.pass(1);
  bench.heartbeats.stop();
  bench.connection = {} as Connection;
  bench.heartbeats.onRoutable();
  await bench.pass(3);
  expect(bench.beats).toEqual([]);
});
