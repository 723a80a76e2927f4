import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';

import { unguarded } from '../../../src/guard/write-lock.js';
import type { TakenConnection } from '../../../src/thread/connection/connection.js';
import { Lines } from './support/lines.js';

/** Of a machine that is busy. */
const PATIENCE = { timeout: 20_000 };

const MUCH = 32 * 2 ** 20;

/** A connection that writes by the number of its socket. */
async function open(): Promise<Lines> {
  const lines = await Lines.open();
  lines.connection.opened();
  expect(lines.connection.goDirect(() => unguarded)).toBe(true);
  return lines;
}

const lastRead = (lines: Lines, text: string): Promise<void> =>
  vi.waitFor(() => expect(lines.lines.at(-1)).toBe(text), PATIENCE);

test('what was read and is no message yet is taken out, and nothing more is read', async () => {
  const lines = await open();
  lines.other.write('one\ntw');
  await lastRead(lines, 'one');
  const { unread, unsent, waiting } = lines.connection.takeOut()!;
  expect([unread.toString(), unsent.length, waiting]).toEqual(['tw', 0, []]);
  lines.other.write('o\nthree\n');
  await nextTurn();
  await nextTurn();
  expect(lines.lines).toEqual(['one']);
  expect(lines.connection.isOpen).toBe(false);
});

test('what the kernel has not taken is taken out, and what waits behind it, in order; its calls are done', async () => {
  const lines = await open();
  let taken: TakenConnection | undefined;
  lines.onFull = () => {
    lines.connection.addWhole(2, 0, Buffer.from('behind'));
    return (taken = lines.connection.takeOut()) !== undefined;
  };
  lines.connection.addWhole(1, 0, Buffer.alloc(MUCH, 'x'));
  lines.connection.flush();
  expect(taken!.unsent.length).toBeGreaterThan(0);
  expect(taken!.waiting.map(String)).toEqual(['behind']);
  expect(lines.done).toEqual([1, 2]);
  let got = 0;
  lines.other.on('data', (bytes) => (got += bytes.length));
  await vi.waitFor(() => expect(got).toBe(MUCH - taken!.unsent.length), PATIENCE);
});

test('a connection is not taken out while it takes a message, which would come twice', async () => {
  const lines = await open();
  const taken: unknown[] = [];
  lines.onFull = () => {
    taken.push(lines.connection.takeOut());
    return false;
  };
  lines.onLine = (line, end) => {
    if (line === 'one') lines.connection.send([Buffer.alloc(MUCH)]);
    return end;
  };
  lines.other.write('one\ntwo\n');
  await lastRead(lines, 'two');
  expect(taken).toEqual([undefined]);
  expect(lines.lines).toEqual(['one', 'two']);
  lines.other.resume();
  await vi.waitFor(() => expect(lines.connection.takeOut()).toBeDefined(), PATIENCE);
});

test('a connection is not taken out while what has come is refused', async () => {
  const lines = await open();
  const taken: unknown[] = [];
  lines.onFull = () => {
    taken.push(lines.connection.takeOut());
    return false;
  };
  lines.onLine = () => {
    throw new Error('no such line');
  };
  lines.onError = () => {
    lines.connection.send([Buffer.alloc(MUCH)]);
    lines.connection.endSoon('refused');
  };
  lines.other.write('one\n');
  await vi.waitFor(() => expect(taken).toEqual([undefined]), PATIENCE);
  let got = 0;
  lines.other.on('data', (bytes) => (got += bytes.length));
  await once(lines.other, 'end');
  expect(got).toBe(MUCH);
});

test('a connection that finishes or has ended is not taken out', async () => {
  const lines = await open();
  lines.connection.finish('done');
  expect(lines.connection.takeOut()).toBeUndefined();
  const others = await open();
  others.connection.end('over');
  expect(others.connection.takeOut()).toBeUndefined();
});
