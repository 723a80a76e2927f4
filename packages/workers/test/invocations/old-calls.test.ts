import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { MemberConnections } from '../../src/cluster/member-connections.js';
import { PartitionTable } from '../../src/cluster/partition-table.js';
import type { Connection } from '../../src/connection/connection.js';
import { groupCalls } from '../../src/invocations/call-groups.js';
import { CallState, InvocationTable } from '../../src/invocations/invocation-table.js';
import { OldCalls } from '../../src/invocations/old-calls.js';
import { RequestFlag } from '@offloop/contract';
import { headerOf } from '../support/call-headers.js';

vi.mock('@offloop/runtime/clock', () => import('@offloop/tools/driven-clock'));

/** Milliseconds between two looks, and from which a call is old. */
const LOOK = 10_000;
const OLD = 60_000;

let now: number;
let table: InvocationTable;
let connections: MemberConnections;
let warnings: string[];
let oldCalls: OldCalls;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setImmediate', 'clearImmediate'] });
  now = 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  table = new InvocationTable();
  connections = new MemberConnections(
    { smartRouting: true, loadBalancing: 'ROUND_ROBIN' },
    new PartitionTable(),
  );
  warnings = [];
  oldCalls = new OldCalls(table, connections, (message) => warnings.push(message));
});
afterEach(() => {
  oldCalls.stop();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function connect(number: number): { written: number; isPaused: boolean } {
  const connection = {
    number,
    address: { host: 'member', port: 5700 + number },
    memberUuid: `uuid-${number}`,
    written: 0,
    isPaused: false,
  };
  connections.add(connection as unknown as Connection);
  return connection;
}

function call(slot: number, state: CallState, connection = -1, sentTo = 0, flags = 0): void {
  table.open(headerOf(slot, slot, flags, 0), Infinity, now);
  table.state[slot] = state;
  table.connection[slot] = connection;
  table.sentTo[slot] = sentTo;
}

/** Time goes on, with as many looks as fit. */
function pass(millis: number): void {
  for (let left = millis; left > 0; left -= LOOK) {
    now += LOOK;
    vi.advanceTimersByTime(LOOK);
    // And the immediate that the timer sets, which the fake ones run a millisecond later.
    vi.advanceTimersByTime(1);
  }
}

test('a call that has had no answer for a minute is told of once, with its member and what it waits for', () => {
  connect(1);
  call(0, CallState.SENT, 1);
  pass(OLD - LOOK);
  expect(warnings).toEqual([]);
  pass(LOOK);
  expect(warnings).toEqual([
    'a call has had no answer for 60 s: written, on the connection to member:5701, member uuid-1',
  ]);
  pass(OLD);
  expect(warnings).toHaveLength(1);
});

test('the next call in its slot is another one', () => {
  connect(1);
  call(0, CallState.SENT, 1);
  pass(OLD);
  table.free(0);
  table.open(headerOf(0, 1, 0, 0), Infinity, now);
  pass(OLD);
  expect(warnings).toHaveLength(2);
});

test('calls that wait for the same are one line, others have their own', () => {
  connect(1);
  const second = connect(2);
  second.isPaused = true;
  call(0, CallState.SENT, 1, 0);
  now += 2_000;
  call(1, CallState.SENT, 1, 0);
  call(2, CallState.SENT, 1, 100);
  call(3, CallState.AWAITING_BACKUPS, 2);
  call(4, CallState.WAITING, 2);
  pass(OLD);
  expect(warnings).toEqual([
    '2 calls have had no answer, the oldest for 62 s: written, on the connection to member:5701, member uuid-1',
    'a call has had no answer for 60 s: waiting to be written, on the connection to member:5701, member uuid-1',
    'a call has had no answer for 60 s: waiting for backups, on the connection to member:5702, member uuid-2, ' +
      'which is not read since the caller does not take its answers',
    'a call has had no answer for 60 s: in the retry queue',
  ]);
});

test('without any connection a call waits for one', () => {
  call(0, CallState.WAITING);
  pass(OLD);
  expect(warnings).toEqual(['a call has had no answer for 60 s: waiting for a connection']);
});

test('a call that may rest on its member is not told of, nor one that was given up', () => {
  connect(1);
  call(0, CallState.SENT, 1, 0, RequestFlag.WAITS);
  call(1, CallState.GIVEN_UP, 1, 100);
  pass(2 * OLD);
  expect(warnings).toEqual([]);
});

test('after a standstill of this thread nothing is told at the first look: the answers may lie in the sockets', () => {
  connect(1);
  call(0, CallState.SENT, 1);
  now += 2 * OLD;
  pass(LOOK);
  expect(warnings).toEqual([]);
  pass(LOOK);
  expect(warnings).toHaveLength(1);
});

test('the groups of a diagnosis have all calls, each once', () => {
  connect(1);
  call(0, CallState.SENT, 1, 0, RequestFlag.WAITS);
  call(1, CallState.GIVEN_UP, 1, 100);
  now += 500;
  call(2, CallState.SENT, 1);
  call(3, CallState.SENT, 7);
  table.free(2);
  call(2, CallState.SENT, 1);
  const at = { address: 'member:5701', member: 'uuid-1' };
  expect(groupCalls(table, connections, now)).toEqual([
    { stage: 'written', ...at, mayRest: true, calls: 1, oldestMillis: 500 },
    { stage: 'given up', ...at, mayRest: false, calls: 1, oldestMillis: 500 },
    { stage: 'written', ...at, mayRest: false, calls: 1, oldestMillis: 0 },
    // Its connection is lost, and it will hear of that.
    { stage: 'written', address: null, member: null, mayRest: false, calls: 1, oldestMillis: 0 },
  ]);
});
