import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';

import { unguarded } from '../../../src/guard/write-lock.js';
import { Connection, type TakenConnection } from '../../../src/thread/connection/connection.js';

/** Of a machine that is busy. */
const PATIENCE = { timeout: 20_000 };

const MUCH = 32 * 2 ** 20;
const clean: (() => void)[] = [];
afterEach(() => {
  for (const each of clean.splice(0)) each();
});

interface Lines {
  readonly connection: Connection<string>;
  readonly server: Socket;
  readonly lines: string[];
  readonly done: number[];
  /** What becomes of a line. */
  onLine: (line: string) => void;
  onFull: () => boolean;
  onError: ((error: Error) => void) | undefined;
}

/** A connection whose messages are lines, and the server's side of it. */
async function open(): Promise<Lines> {
  const listening = createServer().listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const accepting = once(listening, 'connection') as Promise<[Socket]>;
  let socket!: Socket;
  const lines: Lines = {
    lines: [],
    done: [],
    onLine: () => undefined,
    onFull: () => false,
    onError: undefined,
    server: undefined as never,
    connection: new Connection<string>(
      (onread) => (socket = connect({ port: (listening.address() as AddressInfo).port, onread })),
      { isCongested: false },
      {
        take(bytes, start, end) {
          const at = bytes.subarray(start, end).indexOf(10);
          if (at < 0) return -1;
          const line = bytes.toString('latin1', start, start + at);
          lines.lines.push(line);
          lines.onLine(line);
          return start + at + 1;
        },
        onRead: () => undefined,
        onDone: (slot) => lines.done.push(slot),
        onFull: () => lines.onFull(),
        onError: (error) => lines.onError?.(error),
        onEnd: () => undefined,
      },
    ),
  };
  await once(socket, 'connect');
  lines.connection.opened();
  expect(lines.connection.goDirect(() => unguarded)).toBe(true);
  const [server] = await accepting;
  server.on('error', () => undefined);
  clean.push(() => {
    socket.destroy();
    server.destroy();
    listening.close();
  });
  return Object.assign(lines, { server });
}

const lastRead = (lines: Lines, text: string): Promise<void> =>
  vi.waitFor(() => expect(lines.lines.at(-1)).toBe(text), PATIENCE);

test('what was read and is no message yet is taken out, and nothing more is read', async () => {
  const lines = await open();
  lines.server.write('one\ntw');
  await lastRead(lines, 'one');
  const { unread, unsent, waiting } = lines.connection.takeOut()!;
  expect([unread.toString(), unsent.length, waiting]).toEqual(['tw', 0, []]);
  lines.server.write('o\nthree\n');
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
  lines.server.on('data', (bytes) => (got += bytes.length));
  await vi.waitFor(() => expect(got).toBe(MUCH - taken!.unsent.length), PATIENCE);
});

test('a connection is not taken out while it takes a message, which would come twice', async () => {
  const lines = await open();
  const taken: unknown[] = [];
  lines.onFull = () => {
    taken.push(lines.connection.takeOut());
    return false;
  };
  lines.onLine = (line) => {
    if (line === 'one') lines.connection.send([Buffer.alloc(MUCH)]);
  };
  lines.server.write('one\ntwo\n');
  await lastRead(lines, 'two');
  expect(taken).toEqual([undefined]);
  expect(lines.lines).toEqual(['one', 'two']);
  lines.server.resume();
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
  lines.server.write('one\n');
  await vi.waitFor(() => expect(taken).toEqual([undefined]), PATIENCE);
  let got = 0;
  lines.server.on('data', (bytes) => (got += bytes.length));
  await once(lines.server, 'end');
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

test('what waits for ever is ended with the socket that nobody goes on with', async () => {
  const lines = await open();
  lines.connection.takeOut()!.discard(false);
  lines.server.resume();
  await once(lines.server, 'end');
  expect(lines.connection.isOpen).toBe(false);
});
