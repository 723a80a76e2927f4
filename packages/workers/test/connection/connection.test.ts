import { once } from 'node:events';
import { createServer, Socket, type AddressInfo, type Server } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Connection, type ConnectionHandler } from '../../src/connection/connection.js';
import { WirePool } from '../../src/connection/wire-pool.js';
import { manyFrames, message } from '../support/wire-bytes.js';

const PREAMBLE = 3;

let server: Server;
let peer: Socket;
let received: number;
let connection: Connection;
let open: (noDelay?: boolean) => Promise<Connection>;
let events: string[];
/** Ends reading at a message of this length. */
let pauseAt: number;
let changed: () => void;
beforeEach(async () => {
  events = [];
  received = 0;
  pauseAt = 0;
  changed = () => undefined;
  server = createServer((socket) => {
    peer = socket;
    socket.on('data', ({ length }) => {
      received += length;
      changed();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const note = (event: string): void => {
    events.push(event);
    changed();
  };
  const handler: ConnectionHandler = {
    onMessage: (_connection, _bytes, start, end) => {
      note(`message ${end - start}`);
      return end - start !== pauseAt;
    },
    onTooLong: (_connection, _bytes, _start, _end, leastLength) => {
      note(`too long ${leastLength}`);
      return true;
    },
    onReadDone: () => undefined,
    onWrite: () => undefined,
    onWritten: () => note('written'),
    onClose: (_connection, { message: reason }) => note(`closed: ${reason}`),
  };
  open = (noDelay = true) =>
    Connection.open(
      {
        address: { host: '127.0.0.1', port: (server.address() as AddressInfo).port },
        tls: null,
        connectionTimeoutMillis: 5_000,
        noDelay,
        maxMessageBytes: 1_000,
        reuseReadBuffer: true,
        readChunkBytes: null,
        signal: new AbortController().signal,
      },
      handler,
      new WirePool(),
    );
  const accepted = once(server, 'connection');
  connection = await open();
  await accepted;
});
afterEach(async () => {
  connection.close(new Error('the test is over'));
  await until(() => events.some((event) => event.startsWith('closed')));
  peer.destroy();
  server.close();
});

/** Resolves when something has made the condition true. */
function until(condition: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    changed = () => {
      if (condition()) resolve();
    };
    changed();
  });
}

function send(length: number): void {
  const chunk = connection.reserve(length);
  chunk.bytes.fill(1, chunk.end, chunk.end + length);
  chunk.end += length;
}

test.each([true, false])('a new socket has TCP_NODELAY as configured: %s', async (noDelay) => {
  const set = vi.spyOn(Socket.prototype, 'setNoDelay');
  const other = await open(noDelay);
  expect(set.mock.calls).toEqual([[noDelay]]);
  set.mockRestore();
  other.close(new Error('the test is over'));
});

test('bytes count as written when the kernel has them, and not while they wait in the batch', async () => {
  send(100);
  send(50);
  expect([connection.sent, connection.written]).toEqual([150, 0]);
  connection.flush();
  send(7);
  expect(connection.sent).toBe(157);
  await until(() => events.includes('written'));
  expect(connection.written).toBe(150);
  connection.flush();
  await until(() => received === PREAMBLE + 157 && connection.written === 157);
  expect(connection.sent).toBe(157);
});

test('bytes that a peer does not take are not written, until they are dropped with the connection', async () => {
  peer.pause();
  const piece = 1024 * 1024;
  for (let i = 0; i < 32; i++) {
    send(piece);
    connection.flush();
  }
  await until(() => events.includes('written'));
  // More than the kernel takes.
  expect(connection.written).toBeLessThan(32 * piece);
  connection.close(new Error('enough'));
  await until(() => events.includes('closed: enough'));
  expect(connection.written).toBe(32 * piece);
});

test('reading that was stopped goes on where it was, and its silence counts from there', async () => {
  pauseAt = 200;
  peer.write(Buffer.concat([message(100, 1), message(200, 2), message(300, 3)]));
  await until(() => events.length === 2);
  expect(events).toEqual(['message 100', 'message 200']);
  expect([connection.isPaused, connection.resumedAt]).toEqual([true, 0]);
  const before = performance.now();
  connection.resume();
  expect(connection.resumedAt).toBeGreaterThanOrEqual(before);
  expect(connection.lastRead).toBeGreaterThanOrEqual(before);
  await until(() => events.length === 3);
  expect([events[2], connection.isPaused]).toEqual(['message 300', false]);
});

test('a message that is too long is told of and skipped, and the connection lives', async () => {
  peer.write(Buffer.concat([message(100, 1), manyFrames(100, 600, 2), message(5_000, 3), message(300, 4)]));
  await until(() => events.length === 4);
  expect(events).toEqual(['message 100', 'too long 1222', 'too long 5000', 'message 300']);
  expect(connection.isClosed).toBe(false);
});
