import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';

import { RedisClient, type ConnectionState, type RedisOptions } from '../src/index.js';

// A server of a few lines, which replies what a test says. The client's agent runs on this loop, so that it is the one of the sources.
let server: Server;
let client: RedisClient | undefined;
const states: ConnectionState[] = [];

afterEach(async () => {
  await client?.shutdown();
  server.close();
  states.length = 0;
});

/** Starts the server and a client of it. @param onConnection is called with each connection and its number, from 0 */
async function open(onConnection: (socket: Socket, number: number) => void, options: RedisOptions = {}) {
  let connections = 0;
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    onConnection(socket, connections++);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = new RedisClient({
    port: (server.address() as AddressInfo).port,
    threaded: false,
    minBackoffMillis: 1,
    onState: (state) => states.push(state),
    ...options,
  });
  return client;
}

/** Replies to every command, as soon as its last line has come. */
function replyTo(socket: Socket, reply: (command: string) => string | Buffer): void {
  let input = '';
  socket.on('data', (bytes: Buffer) => {
    input += bytes.toString('latin1');
    for (let end = input.indexOf('\r\n*', 1); input !== ''; end = input.indexOf('\r\n*', 1)) {
      const command = end < 0 ? input : input.slice(0, end + 2);
      input = input.slice(command.length);
      socket.write(reply(command));
    }
  });
}

async function codeOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'resolved',
    (error: { code: string }) => error.code,
  );
}

test('replies that come byte by byte are put together', async () => {
  const redis = await open((socket) => {
    socket.setNoDelay(true);
    socket.once('data', () => {
      const bytes = Buffer.from('$3\r\nabc\r\n*2\r\n$4\r\ngr\xfcn\r\n$-1\r\n:12\r\n', 'latin1');
      let at = 0;
      const next = (): void => {
        if (at === bytes.length) return;
        socket.write(bytes.subarray(at, ++at), () => setImmediate(next));
      };
      next();
    });
  });
  const results = await Promise.all([redis.get('a'), redis.mget(['a', 'b']), redis.incr('c')]);
  expect(results).toEqual(['abc', ['gr\ufffdn', null], 12]);
});

test('what one tick brings travels as one write', async () => {
  const reads: string[] = [];
  const redis = await open((socket) => {
    socket.on('data', (bytes: Buffer) => reads.push(bytes.toString()));
    replyTo(socket, () => '+PONG\r\n');
  });
  await redis.ping();
  reads.length = 0;
  await Promise.all(Array.from({ length: 100 }, () => redis.ping()));
  expect(reads).toEqual(['*1\r\n$4\r\nPING\r\n'.repeat(100)]);
});

describe('a connection is closed, and another one opened,', () => {
  test.each([
    ['when what comes is no reply', 'HTTP/1.1 400 Bad Request\r\n\r\n', /a reply of type 72/],
    ['when a reply is too long', '$100000\r\n', /over 5000 bytes/],
    ['when there are more replies than requests', ':1\r\n:1\r\n', /to no request/],
  ])('%s', async (_when, reply, reason) => {
    const redis = await open(
      (socket, number) => {
        if (number === 0) socket.once('data', () => socket.write(reply + 'x'.repeat(10_000)));
        else replyTo(socket, () => '$5\r\nagain\r\n');
      },
      { maxReplyBytes: 5000 },
    );
    // The replies that are some have answered it.
    expect(['resolved', 'CONNECTION_LOST']).toContain(await codeOf(redis.incr('a')));
    expect(await redis.get('a')).toBe('again');
    const lost = states.find(({ type }) => type === 'disconnected');
    expect(lost).toMatchObject({ message: expect.stringMatching(reason) as string });
  });
});

test('calls that can be repeated are sent again in their order, others reject', async () => {
  const seen: string[] = [];
  const redis = await open((socket, number) => {
    if (number === 0) socket.once('data', () => socket.destroy());
    else
      replyTo(socket, (command) => {
        seen.push(command);
        return `$1\r\n${seen.length}\r\n`;
      });
  });
  const calls = [redis.get('a'), redis.set('b', '1'), redis.mget(['c']), redis.incr('d'), redis.get('e')];
  const results = await Promise.allSettled(calls);
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(results[1]).toMatchObject({ reason: { name: 'ConnectionLostError', code: 'CONNECTION_LOST' } });
  expect(seen.map((command) => command.split('\r\n')[4])).toEqual(['a', 'c', 'e']);
});

test('a server that says nothing is given up, and asked again on another connection', async () => {
  const redis = await open(
    (socket, number) => {
      if (number > 0) replyTo(socket, () => ':7\r\n');
    },
    { timeoutMillis: 160 },
  );
  expect(await codeOf(redis.incr('a'))).toBe('TIMED_OUT');
  expect(await redis.incr('a')).toBe(7);
});

test('a server that is not there is said to be so', async () => {
  const redis = await open(() => undefined);
  await redis.shutdown();
  const { port } = server.address() as AddressInfo;
  server.close();
  client = new RedisClient({ port, threaded: false, timeoutMillis: 100, minBackoffMillis: 1 });
  await once(server, 'close');
  const call = client.get('a');
  await expect(call).rejects.toMatchObject({ name: 'FloorError', code: 'TIMED_OUT' });
  await expect(call).rejects.toThrow(/was not sent: .*ECONNREFUSED/);
});

test('a server that is slow, but says something, has its time', async () => {
  const redis = await open(
    (socket) =>
      replyTo(socket, () => {
        let sent = 0;
        const timer = setInterval(() => {
          socket.write(sent === 0 ? '$8\r\n' : 'x');
          if (++sent < 9) return;
          clearInterval(timer);
          socket.write('\r\n');
        }, 40);
        return '';
      }),
    { timeoutMillis: 160 },
  );
  expect(await redis.get('a')).toBe('xxxxxxxx');
});

test('a server that closes the connection on one command is not asked for ever, and others are served', async () => {
  const sockets: Socket[] = [];
  const redis = await open(
    (socket) => {
      sockets.push(socket);
      socket.on('data', (bytes: Buffer) => {
        if (bytes.includes('poison')) socket.destroy();
        else socket.write('+PONG\r\n');
      });
    },
    { maxAttempts: 3 },
  );
  expect(await codeOf(redis.get('poison'))).toBe('CONNECTION_LOST');
  expect(sockets).toHaveLength(3);
  expect(await redis.ping()).toBe('PONG');
});

test('a shutdown waits for replies as long as it is told to', async () => {
  const redis = await open((socket) => {
    socket.once('data', () => setImmediate(() => socket.write('+PONG\r\n')));
  });
  const call = redis.ping();
  await redis.shutdown(60_000);
  expect(await call).toBe('PONG');
});
