import { expect, test } from 'vitest';

import { WirePool } from '../../src/connection/wire-pool.js';
import { CallState, InvocationTable } from '../../src/invocations/invocation-table.js';
import { headerOf } from '../support/call-headers.js';

test('an opened row holds just its own call', () => {
  const table = new InvocationTable();
  table.open(headerOf(3, 7, 0, 0), Infinity, 0);
  expect(table.holds(3, 7)).toBe(true);
  expect(table.holds(3, 6)).toBe(false);
  expect(table.holds(4, 7)).toBe(false);
  expect(table.holds(-1, 0)).toBe(false);
  expect(table.holds(1e9, 0)).toBe(false);
  expect(table.inFlight).toBe(1);
  table.free(3);
  expect(table.holds(3, 7)).toBe(false);
  expect(table.inFlight).toBe(0);
});

test('a row that is taken cannot be opened, and says by whom', () => {
  const table = new InvocationTable();
  table.open(headerOf(0, 1, 0, 0), 0, 0);
  expect(() => table.open(headerOf(0, 2, 0, 0), 0, 0)).toThrow(/slot 0 .*generation 1.* 2/);
  expect(table.holds(0, 1)).toBe(true);
  expect(table.inFlight).toBe(1);
});

test('rows keep what they hold when the table grows', () => {
  const table = new InvocationTable();
  for (let slot = 0; slot < 5000; slot++) {
    table.open(headerOf(slot, slot * 2, slot % 8, slot), slot + 0.5, slot + 0.25);
    table.responseType[slot] = slot + 7;
  }
  expect(table.slots).toBe(5000);
  for (let slot = 0; slot < 5000; slot++) {
    expect(table.holds(slot, slot * 2)).toBe(true);
    expect([table.flags[slot], table.target[slot], table.deadline[slot], table.state[slot]]).toEqual([
      slot % 8,
      slot,
      slot + 0.5,
      CallState.WAITING,
    ]);
    expect(table.responseType[slot]).toBe(slot + 7);
  }
});

test('a row starts its first attempt whatever the call before it did', () => {
  const table = new InvocationTable();
  table.open(headerOf(0, 0, 0, 0), 0, 0);
  table.attempt[0] = 9;
  table.connection[0] = 4;
  table.free(0);
  table.open(headerOf(0, 1, 0, 0), 0, 0);
  expect([table.attempt[0], table.connection[0]]).toEqual([0, -1]);
});

test('a call holds its chunk until it is freed or its bytes are kept elsewhere', () => {
  const pool = new WirePool();
  const table = new InvocationTable();
  table.open(headerOf(0, 0, 0, 0), 0, 0);
  const first = pool.take(10);
  const second = pool.take(10);
  table.retain(0, first, 0, 10);
  first.release();
  // Compared here: to say how two chunks differ, the assertion would walk their bytes.
  expect(pool.take(10) === first).toBe(false);
  table.retain(0, second, 5, 10);
  second.release();
  expect(pool.take(10) === first).toBe(true);
  table.free(0);
  expect(pool.take(10) === second).toBe(true);
});

test('the calls sent on a connection are those of it that do not wait for their next attempt', () => {
  const table = new InvocationTable();
  const slots = [7, 3, 2000, 0, 5, 1];
  for (const slot of slots) {
    table.open(headerOf(slot, 0, 0, 0), 0, 0);
    table.state[slot] = CallState.SENT;
    table.connection[slot] = slot === 5 ? 2 : 1;
  }
  table.free(3);
  table.open(headerOf(3, 1, 0, 0), 0, 0);
  table.state[0] = CallState.WAITING;
  expect(table.sentOn(1)).toEqual([1, 7, 2000]);
  table.state[3] = CallState.SENT;
  table.connection[3] = 1;
  expect(table.sentOn(1)).toEqual([1, 3, 7, 2000]);
  expect(table.sentOn(2)).toEqual([5]);
});
