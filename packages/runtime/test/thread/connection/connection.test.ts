import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { Connection } from '../../../src/thread/connection/connection.js';

let server: Server;
beforeEach(async () => {
  server = createServer((socket) => socket.on('error', () => undefined));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => void server.close());

/** A connection to the server, whose messages are lines, and what it tells. */
class Lines {
  readonly lines: string[] = [];
  readonly ended: Promise<Error | string>;
  readonly connection: Connection<string>;
  readonly connected: Promise<unknown>;

  constructor(
    take: (line: string, end: number) => number = (line, end) => {
      this.lines.push(line);
      return end;
    },
  ) {
    let socket: Socket;
    let onEnd: (reason: Error | string) => void;
    this.ended = new Promise((resolve) => {
      onEnd = resolve;
    });
    this.connection = new Connection<string>(
      (onread) => (socket = connect({ port: (server.address() as AddressInfo).port, onread })),
      { isCongested: false },
      {
        take(bytes, start, end) {
          const at = bytes.subarray(start, end).indexOf(10);
          return at < 0 ? -1 : take(bytes.toString('latin1', start, start + at), start + at + 1);
        },
        onRead: () => undefined,
        onEnd: (reason) => onEnd(reason),
      },
    );
    this.connected = once(socket!, 'connect');
  }
}

async function accepted(): Promise<Socket> {
  const [socket] = (await once(server, 'connection')) as [Socket];
  return socket;
}

function add({ connection }: Lines, bytes: number): void {
  const part = Buffer.alloc(65_536, 'x');
  for (let left = bytes; left > 0; left -= part.length)
    connection.add(0, 0, part, 0, Math.min(left, part.length));
}

test('a connection that finishes ends when the other side has got all that was added, however slow it is', async () => {
  const accepting = accepted();
  const lines = new Lines();
  const [socket] = await Promise.all([accepting, lines.connected]);
  lines.connection.opened();
  let got = 0;
  // A little at a time: it takes longer than what is not progress.
  const reading = setInterval(() => {
    const part = socket.read() as Buffer | null;
    got += part?.length ?? 0;
  }, 5);
  socket.pause();
  add(lines, 6_000_000);
  lines.connection.flush();
  lines.connection.finish('done');
  expect(await lines.ended).toBe('done');
  await once(socket, 'end');
  clearInterval(reading);
  expect(got).toBe(6_000_000);
});

test('one that finishes is lost if the other side takes nothing', async () => {
  const accepting = accepted();
  const lines = new Lines();
  const [socket] = await Promise.all([accepting, lines.connected]);
  socket.pause();
  lines.connection.opened();
  add(lines, 20_000_000);
  lines.connection.finish('done');
  expect(await lines.ended).toMatchObject({ message: 'the other side took nothing for 2000 ms' });
  socket.destroy();
});

test('the first reason of its end counts, and what comes later is not told', async () => {
  const accepting = accepted();
  const lines = new Lines();
  const [socket] = await Promise.all([accepting, lines.connected]);
  lines.connection.end('mine');
  lines.connection.end('other');
  lines.connection.finish('another');
  socket.end('late\n');
  expect(await lines.ended).toBe('mine');
  await once(socket, 'close');
  expect(lines.lines).toEqual([]);
});

test('one that is not open in time ends, and an open one does not', async () => {
  const [late, open] = [new Lines(), new Lines()];
  late.connection.opensWithin(1, () => new Error('too late'));
  open.connection.opensWithin(60_000, () => new Error('too late'));
  open.connection.opened();
  expect(await late.ended).toMatchObject({ message: 'too late' });
  expect([late.connection.isOpen, open.connection.isOpen]).toEqual([false, true]);
  open.connection.end('over');
});

test.each([
  ['stays where it is', () => 0],
  ['goes past the end', () => 1_000_000],
  ['says nothing', () => undefined as unknown as number],
])('a take that %s ends it with an error', async (_what, take) => {
  const accepting = accepted();
  const lines = new Lines(take);
  (await accepting).write('a line\n');
  expect(await lines.ended).toMatchObject({ message: expect.stringMatching(/^take returned/) as string });
});
