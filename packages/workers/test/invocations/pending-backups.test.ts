import { ControlBlock } from '@offloop/runtime/ring';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { WorkerErrorCode, type WireError, AgentCounter } from '@offloop/contract';
import { correlationHigh } from '../../src/invocations/request-header.js';
import { CallState, InvocationTable } from '../../src/invocations/invocation-table.js';
import {
  EXPECTED_ACKS_OFFSET,
  PendingBackups,
  type BackupSettings,
} from '../../src/invocations/pending-backups.js';
import { headerOf } from '../support/call-headers.js';

vi.mock('@offloop/runtime/clock', () => import('@offloop/tools/driven-clock'));

const TIMEOUT = 1000;
const GENERATION = 7;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout', 'setImmediate'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** And a turn of the loop more, for the immediate that follows a timer. */
function pass(millis: number): void {
  vi.advanceTimersByTime(millis + 1);
}

class Bench {
  readonly table = new InvocationTable();
  readonly counters = ControlBlock.create().protocol;
  readonly completed: number[] = [];
  readonly failed: WireError[] = [];
  readingSince = 0;
  wakes = 0;
  readonly backups: PendingBackups;

  constructor(settings: Partial<BackupSettings> = {}) {
    this.backups = new PendingBackups(
      this.table,
      { backupTimeoutMillis: TIMEOUT, failOnIndeterminateState: false, ...settings },
      this.counters,
      {
        readingSince: () => this.readingSince,
        complete: (slot) => {
          this.completed.push(slot);
          this.table.free(slot);
        },
        fail: (slot, _generation, error) => {
          this.failed.push(error);
          this.table.free(slot);
        },
      },
      () => this.wakes++,
    );
  }

  sent(slot: number): this {
    this.table.open(headerOf(slot, GENERATION, 0, 0), Infinity, 0);
    this.table.state[slot] = CallState.SENT;
    this.table.acks[slot] = 0;
    return this;
  }

  respond(slot: number, expectedAcks: number): void {
    const response = Buffer.alloc(EXPECTED_ACKS_OFFSET + 1);
    response[EXPECTED_ACKS_OFFSET] = expectedAcks;
    this.backups.keep(slot, response, 0, response.length);
    response.fill(0xff);
  }

  ack(slot: number, attempt = 0): void {
    this.backups.onAck(slot, correlationHigh(GENERATION, attempt));
  }
}

test('a response is completed with the last of the acks it announces', () => {
  const bench = new Bench().sent(1);
  bench.respond(1, 2);
  bench.ack(1);
  expect(bench.completed).toEqual([]);
  bench.ack(1);
  expect(bench.completed).toEqual([1]);
  expect(bench.counters.get(AgentCounter.BACKUP_ACKS)).toBe(2);
});

test('an ack that comes before the response counts for it', () => {
  const bench = new Bench().sent(1);
  bench.ack(1);
  expect(bench.table.acks[1]).toBe(1);
  expect(bench.completed).toEqual([]);
});

test('acks of an ended call, of another attempt and between two attempts count for nothing', () => {
  const bench = new Bench().sent(1).sent(2);
  bench.ack(0);
  bench.ack(1, 1);
  bench.table.awaitAttempt(2);
  bench.ack(2);
  expect([bench.table.acks[1], bench.table.acks[2]]).toEqual([0, 0]);
  expect(bench.counters.get(AgentCounter.LATE_RESPONSES)).toBe(3);
});

test('a response whose acks do not come in time counts all the same', () => {
  const bench = new Bench().sent(1).sent(2);
  bench.respond(1, 1);
  pass(TIMEOUT / 2);
  bench.respond(2, 1);
  pass(TIMEOUT / 2);
  expect(bench.completed).toEqual([1]);
  pass(TIMEOUT / 2);
  expect(bench.completed).toEqual([1, 2]);
  expect(bench.wakes).toBe(2);
  expect(vi.getTimerCount()).toBe(0);
});

test('or fails, where that is asked for', () => {
  const bench = new Bench({ failOnIndeterminateState: true }).sent(1);
  bench.respond(1, 2);
  bench.ack(1);
  pass(TIMEOUT);
  expect(bench.failed).toMatchObject([
    { code: WorkerErrorCode.INDETERMINATE, message: expect.stringContaining('only 1 of 2 backups') },
  ]);
});

test('the time while connections were not read does not count', () => {
  const bench = new Bench().sent(1);
  bench.respond(1, 1);
  bench.readingSince = performance.now() + TIMEOUT / 2;
  pass(TIMEOUT);
  expect(bench.completed).toEqual([]);
  pass(TIMEOUT / 2);
  expect(bench.completed).toEqual([1]);
});

test('stopped, it completes nothing any more', () => {
  const bench = new Bench().sent(1);
  bench.respond(1, 1);
  bench.backups.stop();
  pass(10 * TIMEOUT);
  expect(bench.completed).toEqual([]);
});

test('stopped, it starts no timer for responses that still come', () => {
  const bench = new Bench().sent(1);
  bench.backups.stop();
  bench.respond(1, 1);
  expect(vi.getTimerCount()).toBe(0);
});

test('more acks than can be counted do not begin at none again', () => {
  const bench = new Bench().sent(1);
  for (let ack = 0; ack < 300; ack++) bench.ack(1);
  expect(bench.table.acks[1]).toBe(255);
});
