import { beforeEach, expect, test } from 'vitest';

import type { Connection } from '../../src/connection/connection.js';
import { GivenUpCalls } from '../../src/invocations/given-up-calls.js';
import { CallState, InvocationTable } from '../../src/invocations/invocation-table.js';
import { headerOf } from '../support/call-headers.js';

let table: InvocationTable;
let connections: Map<number, { written: number }>;
let completed: number[];
let calls: GivenUpCalls;
beforeEach(() => {
  table = new InvocationTable();
  connections = new Map([
    [1, { written: 0 }],
    [2, { written: 0 }],
  ]);
  completed = [];
  calls = new GivenUpCalls(table, {
    connection: (number) => connections.get(number) as Connection | undefined,
    complete: (slot) => {
      completed.push(slot);
      table.free(slot);
    },
  });
});

/** A call sent on a connection, whose last byte is the `sentTo`th of it. */
function send(slot: number, connection: number, sentTo: number): void {
  table.open(headerOf(slot, 1, 0, 0), Infinity, 0);
  table.state[slot] = CallState.SENT;
  table.connection[slot] = connection;
  table.sentTo[slot] = sentTo;
}

test('what is written on one connection ends no call of another', () => {
  send(0, 1, 100);
  send(1, 2, 100);
  calls.hold(0);
  calls.hold(1);
  connections.get(2)!.written = 500;
  calls.onWritten();
  calls.completeWritten();
  expect(completed).toEqual([1]);
});

test('nothing is held that is written, not sent yet, or answered', () => {
  send(0, 1, 100);
  connections.get(1)!.written = 100;
  expect(calls.hold(0)).toBe(false);
  table.open(headerOf(1, 1, 0, 0), Infinity, 0);
  expect(calls.hold(1)).toBe(false);
  send(2, 2, 100);
  table.awaitBackups(2, Buffer.alloc(0), 0);
  expect(calls.hold(2)).toBe(false);
});

test('one that had its completion meanwhile gets no other, nor does the next call of its slot', () => {
  send(0, 1, 100);
  calls.hold(0);
  table.free(0);
  send(0, 1, 200);
  connections.get(1)!.written = 200;
  calls.onWritten();
  calls.completeWritten();
  expect(completed).toEqual([]);
  expect(table.state[0]).toBe(CallState.SENT);
});
