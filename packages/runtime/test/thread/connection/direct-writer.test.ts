import { once } from 'node:events';
import type * as fileSystem from 'node:fs';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { GuardDiedError, unguarded, type WriteLock } from '../../../src/guard/write-lock.js';
import { DirectWriter } from '../../../src/thread/connection/direct-writer.js';
import { numberOf } from '../../../src/thread/connection/socket-number.js';
import { socketPair } from '../../support/sockets.js';

/** Of a machine that is busy. */
const PATIENCE = { timeout: 20_000 };

const fs = vi.hoisted(() => ({ writevSync: vi.fn<(fd: number, parts: readonly Buffer[]) => number>() }));
vi.mock('node:fs', async (original) => {
  const real = await original<typeof fileSystem>();
  return { ...real, writevSync: fs.writevSync };
});

const clean: (() => void)[] = [];
beforeEach(() => kernel());
afterEach(() => {
  fs.writevSync.mockReset();
  for (const each of clean.splice(0)) each();
});

/** The kernel takes so many bytes of the next writes, or fails; after that all. */
async function kernel(...results: readonly (number | string)[]): Promise<void> {
  const { writevSync } = await vi.importActual<typeof fileSystem>('node:fs');
  for (const result of results) {
    fs.writevSync.mockImplementationOnce((fd, parts) => {
      if (typeof result === 'string') throw Object.assign(new Error(result), { code: result });
      return writevSync(fd, [Buffer.concat(parts).subarray(0, result)]);
    });
  }
  fs.writevSync.mockImplementation(writevSync);
}

/** A lock that a test gives and takes. */
class TestLock implements WriteLock {
  isTaken = false;
  owed = '';
  /** How many writes of the loop the guard sees. */
  writes = 0;
  hasLeft = false;
  guardHasDied = false;

  tryTake(): boolean {
    if (this.isTaken) return false;
    return (this.isTaken = true);
  }
  payOwed(): boolean {
    if (this.guardHasDied) throw new GuardDiedError();
    return this.owed === '';
  }
  takeOwed(): Buffer {
    if (this.guardHasDied) throw new GuardDiedError();
    const { owed } = this;
    this.owed = '';
    return Buffer.from(owed);
  }
  wrote(): void {
    this.writes++;
  }
  release(): void {
    if (!this.isTaken) throw new Error('it has no lock to release');
    this.isTaken = false;
  }
  leave(): void {
    if (!this.isTaken) throw new Error('it leaves without the lock');
    this.hasLeft = true;
  }
}

interface Pair {
  readonly socket: Socket;
  readonly other: Socket;
  readonly writer: DirectWriter;
  readonly onFull: ReturnType<typeof vi.fn<() => void>>;
}

async function pair(lock: WriteLock = unguarded, onFull?: (writer: DirectWriter) => void): Promise<Pair> {
  const { socket, other } = await socketPair();
  clean.push(() => {
    socket.destroy();
    other.destroy();
  });
  const full = vi.fn<() => void>(() => (onFull === undefined ? writer.giveToStream() : onFull(writer)));
  const writer = new DirectWriter(socket, numberOf(socket)!, lock, full);
  return { socket, other, writer, onFull: full };
}

const bytes = (...texts: string[]): Buffer[] => texts.map((text) => Buffer.from(text));

/** Waits for so many bytes. */
async function arrived(other: Socket, length: number): Promise<string> {
  let got = '';
  for await (const part of other.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    got += part.toString();
    if (got.length >= length) break;
  }
  return got;
}

// What a guard, the kernel and the loop make of writes in any order is searched in `guard.interleaving.test.ts`.

test('what is written by number has gone when write returns', async () => {
  const lock = new TestLock();
  const { socket, other, writer, onFull } = await pair(lock);
  const onTaken = vi.fn<() => void>();
  writer.write(bytes('a', 'bc'), onTaken);
  expect(onTaken).toHaveBeenCalledOnce();
  expect(writer.unsent).toBe(0);
  expect(socket.bytesWritten).toBe(0);
  expect(lock).toMatchObject({ isTaken: false, writes: 1 });
  expect(await arrived(other, 3)).toBe('abc');
  expect(onFull).not.toHaveBeenCalled();
});

test.each<[string, (writer: DirectWriter) => unknown]>([
  ['written to', (writer) => writer.write(bytes('abc'))],
  ['moved', (writer) => expect(writer.takeRest()).toBeUndefined()],
  ['ended', (writer) => writer.end(() => undefined)],
  ['destroyed soon', (writer) => writer.destroySoon()],
])(
  'a socket whose guard has died while it wrote ends when it is %s, and sends nothing more',
  async (_, use) => {
    const lock = new TestLock();
    const { socket, other, writer } = await pair(lock);
    lock.guardHasDied = true;
    const closing = once(socket, 'close');
    use(writer);
    await expect(closing).rejects.toThrow('the guard of the socket has died while it wrote');
    expect(lock.hasLeft).toBe(true);
    other.resume();
    await once(other, 'close');
    expect(other.bytesRead).toBe(0);
  },
);

test('a socket that has died ends with the error of its own write', async () => {
  const { socket, other, writer } = await pair(new TestLock());
  other.resetAndDestroy();
  writer.write(bytes('abc'));
  const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
  expect(error).toMatchObject({ syscall: 'write', code: 'EPIPE' });
});

test('a write that fails for a moment is left to Node.js, and those before it are reported', async () => {
  const lock = new TestLock();
  const { other, writer } = await pair(lock);
  lock.tryTake();
  const onTaken = vi.fn<() => void>();
  writer.write(bytes('abc'), onTaken);
  writer.write(bytes('def'), onTaken);
  await kernel(3, 'ENOBUFS');
  lock.release();
  expect(await arrived(other, 6)).toBe('abcdef');
  await vi.waitFor(() => expect(onTaken).toHaveBeenCalledTimes(2), PATIENCE);
});

test('the rest of what a full socket was given moves, behind what is owed, and its handle stays open', async () => {
  const lock = new TestLock();
  const taken: string[] = [];
  const { socket, other, writer } = await pair(lock, (full) => {
    const { parts } = full.takeRest()!;
    taken.push(Buffer.concat(parts).toString());
  });
  await kernel(2);
  writer.write(bytes('abc', 'def'));
  expect(taken).toEqual(['cdef']);
  expect(lock.hasLeft).toBe(true);
  socket.destroy();
  await nextTurn();
  expect(await arrived(other, 2)).toBe('ab');
  expect(other.readableEnded).toBe(false);
  expect(writer.takeRest()).toBeUndefined();
});

test.each([
  ['while the guard writes', (lock: TestLock) => void lock.tryTake()],
  ['while Node.js writes', (_: TestLock, writer: DirectWriter) => writer.write(bytes('abc'))],
  ['while it ends', (_: TestLock, writer: DirectWriter) => writer.end(() => undefined)],
])('a socket does not move %s', async (_, prepare) => {
  const lock = new TestLock();
  const { writer } = await pair(lock);
  await kernel('EAGAIN');
  prepare(lock, writer);
  expect(writer.takeRest()).toBeUndefined();
});
