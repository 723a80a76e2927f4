import { ControlBlock } from '@offloop/runtime/ring';
import { ErrorCode, type ErrorHolder } from '@offloop/wire';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { FAST_ATTEMPTS } from '../../src/connection/retry-rules.js';
import { WorkerErrorCode, type WireError, AgentCounter, RequestFlag } from '@offloop/contract';
import { MAX_ATTEMPT } from '../../src/invocations/request-header.js';
import { CallState, InvocationTable } from '../../src/invocations/invocation-table.js';
import { Retries, type RetrySettings } from '../../src/invocations/retries.js';
import { headerOf } from '../support/call-headers.js';

vi.mock('@offloop/runtime/clock', () => import('@offloop/tools/driven-clock'));

const PAUSE = 1000;
const ADDRESS = { host: 'member', port: 5701 };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Retries of calls that are opened here, each with its slot as generation. */
class Bench {
  readonly table = new InvocationTable();
  readonly counters = ControlBlock.create().protocol;
  readonly resent: number[] = [];
  readonly failed: { slot: number; error: WireError }[] = [];
  readonly told: { slot: number; attempt: number; reason: string }[] = [];
  isConnected = true;
  polls = 0;
  readonly retries: Retries;

  constructor(settings: Partial<RetrySettings> = {}) {
    this.retries = new Retries(
      this.table,
      { invocationRetryPauseMillis: PAUSE, redoOperation: false, reconnectMode: 'ON', ...settings },
      this.counters,
      {
        resend: (slot) => {
          this.resent.push(slot);
          if (this.isConnected) this.table.state[slot] = CallState.SENT;
          return this.isConnected;
        },
        fail: (slot, _generation, error) => {
          this.table.free(slot);
          this.failed.push({ slot, error });
        },
        onRetry: (slot, attempt, reason) => this.told.push({ slot, attempt, reason }),
      },
      () => {
        this.polls++;
        this.retries.sendDue();
      },
    );
  }

  sent(slot: number, flags = 0, deadline = Infinity): this {
    this.table.open(headerOf(slot, slot, flags, 4), deadline, 0);
    this.table.state[slot] = CallState.SENT;
    return this;
  }

  error(slot: number, errorCode: number): void {
    const holder = { errorCode, className: 'SomeException', message: 'some message' } as ErrorHolder;
    this.retries.onError(slot, slot, [holder]);
  }
}

test('an error that may pass is followed by attempts at once, then by attempts with a pause', () => {
  const bench = new Bench().sent(1);
  for (let attempt = 1; attempt < FAST_ATTEMPTS; attempt++) bench.error(1, ErrorCode.TARGET_NOT_MEMBER);
  expect(bench.resent).toHaveLength(FAST_ATTEMPTS - 1);
  bench.error(1, ErrorCode.TARGET_NOT_MEMBER);
  expect(bench.resent).toHaveLength(FAST_ATTEMPTS - 1);
  expect(bench.table.state[1]).toBe(CallState.WAITING);
  bench.polls = 0;
  vi.advanceTimersByTime(10 * PAUSE);
  expect(bench.resent).toHaveLength(FAST_ATTEMPTS);
  expect([bench.polls, vi.getTimerCount()]).toEqual([1, 0]);
  expect(bench.table.attempt[1]).toBe(FAST_ATTEMPTS);
  expect(bench.counters.get(AgentCounter.RETRIES)).toBe(FAST_ATTEMPTS);
});

test('the number of the attempt ends at the largest there is', () => {
  const bench = new Bench().sent(1);
  bench.table.attempt[1] = MAX_ATTEMPT;
  bench.error(1, ErrorCode.TARGET_NOT_MEMBER);
  expect(bench.table.attempt[1]).toBe(MAX_ATTEMPT);
});

test("any other error is the call's own, with the member's words", () => {
  const bench = new Bench().sent(1, RequestFlag.RETRYABLE);
  bench.error(1, ErrorCode.ILLEGAL_STATE);
  expect(bench.failed).toMatchObject([
    { slot: 1, error: { code: WorkerErrorCode.MEMBER, message: 'some message', remote: [{}] } },
  ]);
});

describe('after its connection was lost a call is sent again', () => {
  test.each([
    ['if it is retryable', RequestFlag.RETRYABLE, false, true],
    ['if the client repeats operations', 0, true, true],
    ['never, if it may have run and is not', 0, false, false],
    ['never, if it depends on its connection', RequestFlag.CONNECTION, true, false],
    ['never, if it may have moved a cursor', RequestFlag.PAGE, true, false],
    ['never, if it may have begun a transaction', RequestFlag.TELLS_CONNECTION, true, false],
  ])('%s', (_case, flags, redoOperation, isRepeated) => {
    const bench = new Bench({ redoOperation }).sent(1, flags);
    bench.retries.onConnectionLost(1, ADDRESS, new Error('reset'));
    expect(bench.resent).toEqual(isRepeated ? [1] : []);
    expect(bench.failed.map(({ error }) => error.code)).toEqual(
      isRepeated ? [] : [WorkerErrorCode.TARGET_DISCONNECTED],
    );
  });
});

test('only of a call that somebody traces is told that it is tried again', () => {
  const bench = new Bench().sent(1).sent(2, RequestFlag.TRACED);
  bench.error(1, ErrorCode.TARGET_NOT_MEMBER);
  bench.error(2, ErrorCode.TARGET_NOT_MEMBER);
  expect(bench.told).toEqual([{ slot: 2, attempt: 1, reason: expect.stringContaining('some message') }]);
});

test('a call whose connection was lost goes before a later one that found it closed already', () => {
  const bench = new Bench().sent(1, RequestFlag.RETRYABLE).sent(2);
  bench.isConnected = false;
  bench.retries.onNoConnection(2, 2);
  bench.retries.onConnectionLost(1, ADDRESS, new Error('reset'));
  bench.resent.length = 0;
  bench.isConnected = true;
  bench.retries.endPauses();
  expect(bench.resent).toEqual([1, 2]);
});

test.each([
  ['if the client shall not wait', { reconnectMode: 'ASYNC' }, 0, { code: WorkerErrorCode.CLIENT_OFFLINE }],
  [
    'if it opens a cursor',
    {},
    RequestFlag.PAGE | RequestFlag.PREFERS,
    { code: WorkerErrorCode.CLIENT_OFFLINE },
  ],
  [
    'if it has one of its own, and says that it was not sent',
    {},
    RequestFlag.CONNECTION | RequestFlag.RETRYABLE,
    { code: WorkerErrorCode.TARGET_DISCONNECTED, details: { sent: 0 } },
  ],
] as const)('without a connection a call fails at once %s', (_case, settings, flags, error) => {
  const bench = new Bench(settings).sent(1, flags);
  bench.retries.onNoConnection(1, 1);
  expect(bench.failed).toMatchObject([{ error }]);
});

const { MEMBER, RETRYABLE, TASK } = RequestFlag;
test.each([
  // Of a call that one member must carry out: the member is gone.
  ['TARGET_NOT_MEMBER', MEMBER | RETRYABLE, false],
  ['MEMBER_LEFT', MEMBER | RETRYABLE, false],
  ['HAZELCAST_INSTANCE_NOT_ACTIVE', MEMBER, true],
  // The task may have thrown it itself.
  ['IO', TASK | RETRYABLE, false],
  ['TARGET_DISCONNECTED', TASK | RETRYABLE, false],
  ['MEMBER_LEFT', TASK | RETRYABLE, false],
  ['RETRYABLE_HAZELCAST', TASK | RETRYABLE, false],
  // These refuse the task.
  ['PARTITION_MIGRATING', TASK, true],
  ['HAZELCAST_INSTANCE_NOT_ACTIVE', TASK, true],
  ['TARGET_NOT_MEMBER', TASK | MEMBER, false],
  ['TARGET_DISCONNECTED', RETRYABLE, true],
  ['TARGET_DISCONNECTED', 0, false],
  ['IO', 0, true],
] as const)('after the error %s a call with the flags %i is sent again: %s', (code, flags, isRepeated) => {
  const bench = new Bench({ redoOperation: !isRepeated && (flags & TASK) !== 0 }).sent(1, flags);
  bench.error(1, ErrorCode[code]);
  expect(bench.resent).toEqual(isRepeated ? [1] : []);
  expect(bench.failed.map(({ error }) => error.code)).toEqual(isRepeated ? [] : [WorkerErrorCode.MEMBER]);
});

test('without a connection a call is tried no more often than every 10 ms, also where retries have no pause', () => {
  const bench = new Bench({ invocationRetryPauseMillis: 0 }).sent(1);
  bench.isConnected = false;
  bench.retries.onNoConnection(1, 1);
  vi.advanceTimersByTime(100);
  expect(bench.resent.length).toBeGreaterThan(5);
  expect(bench.resent.length).toBeLessThanOrEqual(10);
});

test('a call that is under way again, or whose slot another has that waits, is not sent', () => {
  const bench = new Bench().sent(1).sent(2);
  bench.retries.onNoConnection(1, 1);
  bench.retries.onNoConnection(2, 2);
  expect(vi.getTimerCount()).toBe(1);
  bench.table.state[1] = CallState.SENT;
  bench.table.generation[2] = 3;
  bench.retries.endPauses();
  expect(bench.table.state[2]).toBe(CallState.WAITING);
  expect(bench.resent).toEqual([]);
});

test('calls that wait are told of, with why the first of them does', () => {
  const bench = new Bench().sent(1);
  expect(bench.retries.diagnose()).toEqual({ calls: 0, reason: null });
  bench.retries.onNoConnection(1, 1);
  expect(bench.retries.diagnose()).toEqual({ calls: 1, reason: 'no connection to the cluster' });
});

test('stopped, it sends nothing any more', () => {
  const bench = new Bench().sent(1);
  bench.retries.onNoConnection(1, 1);
  bench.retries.stop();
  vi.advanceTimersByTime(10 * PAUSE);
  bench.retries.endPauses();
  expect(bench.resent).toEqual([]);
});
