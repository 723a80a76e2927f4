import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { Connection, type Trickle } from '../../../src/thread/connection/connection.js';
import { listenAt } from '../../support/sockets.js';

let server: Server;
let port: number;
let sender: Socket;
beforeEach(async () => {
  server = createServer((socket) => {
    sender = socket.on('error', () => undefined);
    socket.write(Buffer.alloc(MOST));
  });
  port = await listenAt(server);
});
afterEach(() => {
  sender.destroy();
  server.close();
});

const MESSAGE = 100;
/** More than both kernels have memory for. */
const MOST = 40_000_000;

/** A connection whose caller takes nothing while it `isCongested`. */
class Reading {
  readonly caller = { isCongested: true };
  readonly connection: Connection<string>;
  bytes = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(trickle?: Trickle) {
    this.connection = new Connection<string>((onread) => connect({ port, onread }), this.caller, {
      take: (_, start, end) => {
        if (end - start < MESSAGE) return -1;
        this.bytes += MESSAGE;
        return start + MESSAGE;
      },
      onRead: () => this.#waiting.splice(0).forEach((resolve) => resolve()),
      onEnd: () => undefined,
      trickle,
    });
    this.connection.opened();
  }

  async until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}

const pause = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis));

test('without a trickle nothing is read while the caller takes nothing', async () => {
  const reading = new Reading();
  await reading.until(() => reading.connection.isPaused);
  const { bytes } = reading;
  await pause(100);
  expect(reading.bytes).toBe(bytes);
  reading.connection.end('over');
});

test('a trickle is read in parts, of so many bytes, up to its most; with room all is read', async () => {
  const trickle = { bytes: 1_000_000, everyMillis: 5, mostBytes: 10_000_000 };
  const reading = new Reading(trickle);
  await reading.until(() => reading.bytes >= trickle.mostBytes);
  await reading.until(() => reading.connection.isPaused);
  const { bytes } = reading;
  await pause(100);
  expect(reading.bytes).toBe(bytes);
  // A message more each time, and what was read before the first pause.
  expect(bytes).toBeLessThan(trickle.mostBytes + 200_000);
  reading.caller.isCongested = false;
  reading.connection.resume();
  await reading.until(() => reading.bytes === MOST);
  reading.connection.end('over');
});

test('so the writes of the other side go on', async () => {
  const reading = new Reading({ bytes: 2 ** 22, everyMillis: 5, mostBytes: 2 ** 28 });
  await reading.until(() => reading.connection.isPaused);
  if (sender.writableLength > 0) await once(sender, 'drain');
  expect(reading.caller.isCongested).toBe(true);
  reading.connection.end('over');
});
