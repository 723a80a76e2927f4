import { ControlBlock } from '@offloop/runtime/ring';
import { encodeError, encodeRequest, encodeResponse, ErrorCode, messages } from '@offloop/wire';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { CompletionBench } from '../../../runtime/test/support/completion-bench.js';
import type { Cluster } from '../../src/cluster/cluster.js';
import {
  WITH_CONNECTION_MESSAGE_OFFSET,
  CompletionKind,
  WorkerErrorCode,
  type ShardSettings,
  RequestFlag,
} from '@offloop/contract';
import type { Connection } from '../../src/connection/connection.js';
import { FAST_ATTEMPTS } from '../../src/connection/retry-rules.js';
import { WirePool, type WireChunk } from '../../src/connection/wire-pool.js';
import { correlationHigh } from '../../src/invocations/request-header.js';
import { CallState } from '../../src/invocations/invocation-table.js';
import { Invocations } from '../../src/invocations/invocations.js';
import { headerOf } from '../support/call-headers.js';

vi.mock('@offloop/runtime/clock', () => import('@offloop/tools/driven-clock'));

const TIMEOUT = 10_000;
const PAUSE = 1_000;
const BACKUP_TIMEOUT = 5_000;
const GENERATION = 3;
/** Of the message type, from the start of a message. */
const TYPE_AT = 6;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout', 'setImmediate'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** What a connection is to its calls: a batch, and the lengths of what was written. */
class FakeConnection {
  readonly address = { host: 'member', port: 5701 };
  readonly writes: number[] = [];
  isClosed = false;
  hasServed = false;
  written = 0;
  readonly #chunk: WireChunk;
  #flushed = 0;

  readonly number: number;

  constructor(number: number, pool: WirePool) {
    this.number = number;
    this.#chunk = pool.take(1);
  }

  get batchLength(): number {
    return this.#chunk.end - this.#flushed;
  }

  get sent(): number {
    return this.#chunk.end;
  }

  reserve(): WireChunk {
    return this.#chunk;
  }

  writeWhole(_chunk: WireChunk, start: number, end: number): void {
    this.flush();
    this.#chunk.end += end - start;
    this.flush();
  }

  flush(): void {
    if (this.batchLength > 0) this.writes.push(this.batchLength);
    this.#flushed = this.#chunk.end;
  }
}

const REQUEST = encodeRequest(messages.map.size, { name: 'map' });

class Bench {
  readonly completions = new CompletionBench(64 * 1024);
  readonly pool = new WirePool();
  readonly connections = [new FakeConnection(1, this.pool), new FakeConnection(2, this.pool)];
  /** Since when all of them are read. */
  readingSince = 0;
  /** Which of them calls take. */
  current = 0;
  readonly calls: Invocations;

  constructor(settings: Partial<ShardSettings> = {}) {
    const all = this.connections as unknown as Connection[];
    this.calls = new Invocations(
      {
        invocationTimeoutMillis: TIMEOUT,
        invocationRetryPauseMillis: PAUSE,
        backupTimeoutMillis: BACKUP_TIMEOUT,
        redoOperation: false,
        reconnectMode: 'ON',
        pipelining: true,
        pipeliningThresholdBytes: 65_536,
        packJsonFrom: null,
        littleEndian: false,
        ...settings,
      } as ShardSettings,
      {
        asksForBackupAcks: true,
        connections: {
          route: () => all[this.current],
          byNumber: (number: number) => all.find((each) => each.number === number),
          readingSince: () => this.readingSince,
        },
      } as unknown as Cluster,
      this.completions.writer,
      undefined,
      this.pool,
      ControlBlock.create().protocol,
      () => this.calls.sendDue(),
    );
  }

  get connection(): Connection {
    return this.connections[this.current] as unknown as Connection;
  }

  begin(slot: number, flags = 0, timeoutMillis = 0): void {
    const call = { slot, generation: GENERATION, flags, timeoutMillis, target: 0, length: REQUEST.length };
    this.calls.begin(call, REQUEST, 0);
  }

  /** The member's answer to the call's present attempt. */
  answer(slot: number, response: Buffer): void {
    const high = correlationHigh(GENERATION, this.calls.table.attempt[slot]);
    const type = response.readInt32LE(TYPE_AT);
    this.calls.onResponse(this.connection, type, slot, high, response, 0, response.length);
  }

  again(slot: number): void {
    const error = {
      errorCode: ErrorCode.TARGET_NOT_MEMBER,
      className: 'NotYet',
      message: 'again',
      stackTraceElements: [],
    };
    this.answer(slot, encodeError([error]));
  }

  /** The codes of errors, and other completions by their kinds. */
  outcomes(): (string | number)[] {
    return this.completions.outcomes().map(([, outcome]) => outcome);
  }
}

describe.each([
  ['the invocation timeout', 0, TIMEOUT],
  ['a timeout of its own', 4_000, 4_000],
])('a call with %s', (_what, own, timeout) => {
  test('is tried until that is over, and not for a pause longer', () => {
    const bench = new Bench();
    bench.begin(1, 0, own);
    for (let attempt = 1; attempt < FAST_ATTEMPTS; attempt++) bench.again(1);
    let waited = 0;
    // Each round is an answer, and the pause after it. The last pause begins before the deadline and ends after it.
    for (; waited + PAUSE <= timeout; waited += PAUSE) {
      bench.again(1);
      expect(bench.calls.table.state[1]).toBe(CallState.WAITING);
      vi.advanceTimersByTime(PAUSE);
      expect(bench.calls.table.state[1]).toBe(CallState.SENT);
    }
    expect(bench.outcomes()).toEqual([]);
    bench.again(1);
    const { length } = bench.connections[0].writes;
    vi.advanceTimersByTime(PAUSE);
    expect(bench.outcomes()).toEqual([WorkerErrorCode.OPERATION_TIMEOUT]);
    bench.calls.flush();
    expect(bench.connections[0].writes).toHaveLength(length + 1);
    expect(bench.calls.table.inFlight).toBe(0);
  });

  test('whose deadline has passed when the answer comes is over at once', () => {
    const bench = new Bench();
    bench.begin(1, 0, own);
    // The next attempt would come after a pause, and nobody waits for that to be told.
    for (let attempt = 1; attempt < FAST_ATTEMPTS; attempt++) bench.again(1);
    vi.advanceTimersByTime(timeout + 1);
    bench.again(1);
    expect(bench.outcomes()).toEqual([WorkerErrorCode.OPERATION_TIMEOUT]);
  });
});

test('a call that opens something is told the number of the connection that its answer came by', () => {
  const bench = new Bench();
  bench.current = 1;
  bench.begin(1, RequestFlag.TELLS_CONNECTION);
  const answer = encodeResponse(messages.map.size, { response: 5 });
  bench.answer(1, answer);
  bench.completions.writer.flush();
  const [{ kind, body }] = bench.completions.read();
  expect(kind).toBe(CompletionKind.WITH_CONNECTION);
  expect([body.readInt32LE(0), body.subarray(WITH_CONNECTION_MESSAGE_OFFSET)]).toEqual([2, answer]);
});

test('acks of an attempt before do not count for the next one', () => {
  const bench = new Bench();
  bench.begin(1, RequestFlag.RETRYABLE);
  bench.calls.onBackupAck(1, correlationHigh(GENERATION, 0));
  expect(bench.calls.table.acks[1]).toBe(1);
  const lost = bench.connection;
  bench.current = 1;
  bench.calls.onConnectionLost(lost, new Error('reset'));
  expect(bench.calls.table).toMatchObject({ inFlight: 1 });
  bench.answer(1, encodeResponse(messages.map.size, { response: 5 }, { backupAcks: 1 }));
  expect(bench.outcomes()).toEqual([]);
  bench.calls.onBackupAck(1, correlationHigh(GENERATION, 1));
  expect(bench.outcomes()).toEqual([CompletionKind.INT32]);
});

test('acks may still come while a connection is not read: their time begins when it is', () => {
  const bench = new Bench();
  bench.begin(1);
  bench.answer(1, encodeResponse(messages.map.size, { response: 5 }, { backupAcks: 1 }));
  vi.advanceTimersByTime(BACKUP_TIMEOUT - 1_000);
  bench.readingSince = performance.now();
  vi.advanceTimersByTime(BACKUP_TIMEOUT - 1_000);
  expect(bench.outcomes()).toEqual([]);
  vi.advanceTimersByTime(2_000);
  expect(bench.outcomes()).toEqual([CompletionKind.INT32]);
  bench.begin(1);
  bench.answer(1, encodeResponse(messages.map.size, { response: 5 }, { backupAcks: 1 }));
  bench.calls.failAll({ code: WorkerErrorCode.CLIENT_NOT_ACTIVE, message: 'the end' });
  expect(vi.getTimerCount()).toBe(0);
});

test('more acks than can be counted do not begin at none again', () => {
  const bench = new Bench();
  bench.begin(1);
  for (let ack = 0; ack < 300; ack++) bench.calls.onBackupAck(1, correlationHigh(GENERATION, 0));
  expect(bench.calls.table.acks[1]).toBe(255);
});

describe('a call whose member answers with nonsense fails, and is not repeated:', () => {
  const error = encodeError([]);
  const cut = Buffer.from(encodeResponse(messages.map.clear, {}));
  error.copy(cut, TYPE_AT, TYPE_AT, TYPE_AT + 4);

  test.each([
    ['a response of another shape', encodeResponse(messages.map.clear, {})],
    ['one that expects backups', encodeResponse(messages.map.clear, {}, { backupAcks: 1 })],
    ['an error that says nothing and ends', cut],
  ])('%s', (_what, response) => {
    const bench = new Bench();
    bench.begin(1, RequestFlag.RETRYABLE);
    bench.begin(2, RequestFlag.RETRYABLE);
    bench.answer(1, response);
    expect(bench.outcomes()).toEqual([WorkerErrorCode.PROTOCOL]);
    bench.answer(2, encodeResponse(messages.map.size, { response: 5 }));
    expect(bench.outcomes()).toEqual([CompletionKind.INT32]);
    expect(bench.calls.table.inFlight).toBe(0);
  });
});

test('a response of another message is taken if it has the same shape, as members send it', () => {
  const bench = new Bench();
  bench.begin(1);
  bench.answer(1, encodeResponse(messages.countDownLatch.getRound, { response: 5 }));
  expect(bench.outcomes()).toEqual([CompletionKind.INT32]);
});

test.each([
  ['are one write', {}, 10, [10]],
  [
    'are writes of as many as the threshold says',
    { pipeliningThresholdBytes: 3 * REQUEST.length },
    7,
    [3, 3, 1],
  ],
  ['are a write each where they shall not be joined', { pipelining: false }, 3, [1, 1, 1]],
])('the calls of one drain %s', (_what, settings, calls, writes) => {
  const bench = new Bench(settings);
  for (let slot = 0; slot < calls; slot++) bench.begin(slot);
  // What waits for more is written with the flush.
  expect(bench.connections[0].writes).toHaveLength(writes.length - (calls > 3 ? 1 : 0));
  bench.calls.flush();
  expect(bench.connections[0].writes).toEqual(writes.map((count) => count * REQUEST.length));
});

test('a call that is given up has its completion when its bytes are written, or their connection is lost', () => {
  const bench = new Bench();
  for (let slot = 0; slot < 3; slot++) bench.begin(slot, RequestFlag.RETRYABLE);
  bench.calls.flush();
  bench.connections[0].written = REQUEST.length;
  for (let slot = 0; slot < 3; slot++) bench.calls.cancel(slot, GENERATION);
  expect(bench.outcomes()).toEqual([WorkerErrorCode.CANCELLED]);
  bench.connections[0].written = 2 * REQUEST.length;
  expect(bench.calls.onWritten()).toBe(true);
  bench.calls.sendDue();
  expect(bench.outcomes()).toEqual([WorkerErrorCode.CANCELLED]);
  // It may be repeated, and is not: nobody waits for it.
  const lost = bench.connection;
  bench.current = 1;
  bench.calls.onConnectionLost(lost, new Error('reset'));
  bench.calls.flush();
  expect(bench.outcomes()).toEqual([WorkerErrorCode.CANCELLED]);
  expect(bench.connections[1].writes).toEqual([]);
  expect(bench.calls.table.inFlight).toBe(0);
  // The next call of its slot does not end with it.
  bench.begin(2);
  bench.calls.flush();
  bench.connections[1].written = REQUEST.length;
  bench.calls.onWritten();
  bench.calls.sendDue();
  expect(bench.outcomes()).toEqual([]);
  // Nor does one that is given up with what is written on another connection.
  bench.begin(3);
  bench.calls.flush();
  bench.calls.cancel(3, GENERATION);
  bench.connections[0].written = 10 * REQUEST.length;
  bench.calls.onWritten();
  bench.calls.sendDue();
  expect(bench.outcomes()).toEqual([]);
});

test('a call that was answered and waits for acks only ends at once when it is given up', () => {
  const bench = new Bench();
  bench.begin(1);
  bench.answer(1, encodeResponse(messages.map.size, { response: 5 }, { backupAcks: 1 }));
  bench.calls.cancel(1, GENERATION);
  expect(bench.outcomes()).toEqual([WorkerErrorCode.CANCELLED]);
});

test('so has one whose bytes came in one piece', () => {
  const bench = new Bench();
  bench.calls.beginWhole(headerOf(1, GENERATION), Buffer.from(REQUEST));
  bench.calls.cancel(1, GENERATION);
  expect(bench.outcomes()).toEqual([]);
  bench.connections[0].written = REQUEST.length;
  bench.calls.onWritten();
  bench.calls.sendDue();
  expect(bench.outcomes()).toEqual([WorkerErrorCode.CANCELLED]);
});

test('a response to a call that was given up is late, also while its bytes count', () => {
  const bench = new Bench();
  bench.begin(1);
  bench.calls.cancel(1, GENERATION);
  bench.answer(1, encodeResponse(messages.map.size, { response: 5 }));
  expect(bench.outcomes()).toEqual([]);
  bench.calls.failAll({ code: WorkerErrorCode.CLIENT_NOT_ACTIVE, message: 'the end' });
  expect(bench.outcomes()).toEqual([WorkerErrorCode.CLIENT_NOT_ACTIVE]);
});

test('with redoOperation a call whose connection was lost too often pauses, and one made meanwhile overtakes it', () => {
  const bench = new Bench({ redoOperation: true });
  bench.begin(1);
  for (let lost = 1; lost < FAST_ATTEMPTS; lost++) {
    bench.calls.onConnectionLost(bench.connection, new Error('reset'));
    expect(bench.calls.table.state[1]).toBe(CallState.SENT);
  }
  bench.calls.onConnectionLost(bench.connection, new Error('reset'));
  expect(bench.calls.table.state[1]).toBe(CallState.WAITING);
  bench.begin(2);
  expect(bench.calls.table.state[2]).toBe(CallState.SENT);
  bench.answer(2, encodeResponse(messages.map.size, { response: 2 }));
  expect(bench.outcomes()).toEqual([CompletionKind.INT32]);
  vi.advanceTimersByTime(PAUSE);
  expect(bench.calls.table.state[1]).toBe(CallState.SENT);
});
