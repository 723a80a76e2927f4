import { ControlBlock } from '@offloop/runtime/ring';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { correlationHigh } from '../../src/invocations/request-header.js';
import { CallState, InvocationTable } from '../../src/invocations/invocation-table.js';
import { EXPECTED_ACKS_OFFSET, PendingBackups } from '../../src/invocations/pending-backups.js';
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
  readonly completed: number[] = [];
  readonly backups: PendingBackups;

  constructor() {
    this.backups = new PendingBackups(
      this.table,
      { backupTimeoutMillis: TIMEOUT, failOnIndeterminateState: false },
      ControlBlock.create().protocol,
      {
        readingSince: () => 0,
        complete: (slot) => {
          this.completed.push(slot);
          this.table.free(slot);
        },
        fail: () => expect.unreachable(),
      },
      () => undefined,
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

// What acks do for a call is in `core/test/calls/backup-acks.member.test.ts`.

test('an ack that comes before the response counts for it', () => {
  const bench = new Bench().sent(1);
  bench.ack(1);
  expect(bench.table.acks[1]).toBe(1);
  expect(bench.completed).toEqual([]);
});

test('stopped, it completes nothing any more, and starts no timer for responses that still come', () => {
  const bench = new Bench().sent(1).sent(2);
  bench.respond(1, 1);
  bench.backups.stop();
  bench.respond(2, 1);
  expect(vi.getTimerCount()).toBe(0);
  pass(10 * TIMEOUT);
  expect(bench.completed).toEqual([]);
});

test('more acks than can be counted do not begin at none again', () => {
  const bench = new Bench().sent(1);
  for (let ack = 0; ack < 300; ack++) bench.ack(1);
  expect(bench.table.acks[1]).toBe(255);
});
