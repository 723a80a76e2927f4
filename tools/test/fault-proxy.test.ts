import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { Direction, startFaultProxy } from '../src/index.js';
import type { FaultProxy } from '../src/index.js';

let server: Server;
let proxy: FaultProxy;
const sockets: Socket[] = [];

beforeEach(async () => {
  server = createServer({ noDelay: true });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  proxy = await startFaultProxy({ target: `127.0.0.1:${(server.address() as AddressInfo).port}` });
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await proxy.close();
  server.close();
});

function track(socket: Socket): Socket {
  sockets.push(socket);
  socket.on('error', () => {});
  return socket;
}

/** A client and the server's end of its connection, through the proxy. */
async function pair(): Promise<{ client: Socket; member: Socket }> {
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const client = track(connect(proxy.port, proxy.host));
  const [member] = await accepted;
  return { client, member: track(member) };
}

/** Resolves with everything received once `length` bytes are in. */
function received(socket: Socket, length: number): Promise<Buffer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const take = (chunk: Buffer): void => {
      chunks.push(chunk);
      const all = Buffer.concat(chunks);
      if (all.length < length) return;
      socket.off('data', take);
      resolve(all);
    };
    socket.on('data', take);
  });
}

/** Resolves when the socket is closed, with whether an error closed it; `once` would reject on the error. */
function closed(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => socket.resume().once('close', resolve));
}

/** Watches a socket for proof that nothing came: the only way is to see something later come first. */
function record(socket: Socket, into: string[], name: string): void {
  socket.on('data', (bytes: Buffer) => into.push(`${name}:${bytes.toString()}`));
  socket.on('close', () => into.push(`${name}:closed`));
}

test('bytes and the goodbye pass both ways when there is no fault', async () => {
  const { client, member } = await pair();
  client.write('to the member');
  expect((await received(member, 13)).toString()).toBe('to the member');
  member.write('to the client');
  expect((await received(client, 13)).toString()).toBe('to the client');
  const ended = once(member, 'end');
  client.end();
  await ended;
});

test('an end in one direction leaves the other open', async () => {
  const { client, member } = await pair();
  member.allowHalfOpen = true;
  member.resume();
  const ended = once(member, 'end');
  client.end('last words');
  await ended;
  const reply = received(client, 5);
  member.end('reply');
  expect((await reply).toString()).toBe('reply');
});

test('cutAll resets every open connection on both sides and lets new ones in', async () => {
  const first = await pair();
  const second = await pair();
  expect(proxy.connections).toBe(2);
  const ends = Promise.all([first.client, first.member, second.client, second.member].map(closed));
  proxy.cutAll();
  expect(await ends).toEqual([true, true, true, true]);
  expect(proxy.connections).toBe(0);
  await pair();
  expect(proxy.accepted).toBe(3);
});

test('a reset by the target reaches the client as a reset', async () => {
  const { client, member } = await pair();
  const reset = once(client, 'error') as Promise<[NodeJS.ErrnoException]>;
  client.resume();
  member.resetAndDestroy();
  expect((await reset)[0].code).toBe('ECONNRESET');
});

test('refuse resets new connections and leaves open ones alone until resume', async () => {
  const { client, member } = await pair();
  proxy.refuse();
  expect(await closed(track(connect(proxy.port, proxy.host)))).toBe(true);
  client.write('alive');
  expect((await received(member, 5)).toString()).toBe('alive');
  proxy.resume();
  await pair();
});

test('a black hole swallows bytes in the chosen direction only, and delivers them after resume', async () => {
  const { client, member } = await pair();
  const seen: string[] = [];
  record(client, seen, 'client');
  record(member, seen, 'member');
  proxy.dropPackets(Direction.UPSTREAM);
  client.write('held');
  const reply = received(client, 6);
  member.write('passed');
  await reply;
  expect(seen).toEqual(['client:passed']);
  const late = received(member, 4);
  proxy.resume();
  expect((await late).toString()).toBe('held');
});

test('a black hole hides a client that is gone until resume', async () => {
  const { client, member } = await pair();
  const seen: string[] = [];
  record(member, seen, 'member');
  proxy.dropPackets();
  client.write('never mind');
  client.resetAndDestroy();
  await closed(client);
  member.write('anyone there?');
  // By the time a newer connection is through, the news of the older one would have been.
  await pair();
  expect(seen).toEqual([]);
  const end = closed(member);
  proxy.resume();
  await end;
});

test('a connection made during a black hole stays silent', async () => {
  const waiting = once(server, 'connection') as Promise<[Socket]>;
  proxy.dropPackets();
  const client = track(connect(proxy.port, proxy.host));
  await once(client, 'connect');
  client.write('hello');
  const [member] = await waiting;
  track(member);
  const late = received(member, 5);
  expect(member.bytesRead).toBe(0);
  proxy.resume();
  expect((await late).toString()).toBe('hello');
});

test('splitBytes delivers every byte in order, in many pieces', async () => {
  const { client, member } = await pair();
  proxy.splitBytes(3);
  let pieces = 0;
  client.on('data', () => pieces++);
  const content = Buffer.from(Array.from({ length: 1_000 }, (_, i) => i % 251));
  const all = received(client, content.length);
  member.write(content);
  expect((await all).equals(content)).toBe(true);
  // Some pieces may meet again in the receiver's buffer; one write of 1,000 bytes would arrive as one or two.
  expect(pieces).toBeGreaterThan(20);
});

test('delay keeps the order and makes nothing early', async () => {
  const { client, member } = await pair();
  proxy.delay(50);
  const all = received(client, 3);
  const start = performance.now();
  for (const letter of 'abc') member.write(letter);
  expect((await all).toString()).toBe('abc');
  // Timers may fire up to a millisecond early by this clock.
  expect(performance.now() - start).toBeGreaterThan(48);
});

test('throttle needs at least the time its rate implies', async () => {
  const { client, member } = await pair();
  proxy.throttle(10_000);
  const content = Buffer.alloc(2_000, 7);
  const all = received(client, content.length);
  const start = performance.now();
  member.write(content);
  expect((await all).equals(content)).toBe(true);
  // Four pieces of 500 bytes, with a pause after each: three pauses of 50 ms before the last one.
  expect(performance.now() - start).toBeGreaterThan(140);
});

test('corrupt changes what the client receives and nothing else', async () => {
  const { client, member } = await pair();
  proxy.corrupt((bytes) => Buffer.from(bytes.toString().toUpperCase() + '!'));
  const up = received(member, 5);
  client.write('quiet');
  expect((await up).toString()).toBe('quiet');
  const down = received(client, 5);
  member.write('loud');
  expect((await down).toString()).toBe('LOUD!');
});

test('a large transfer arrives whole through a reader that stops and goes', async () => {
  const { client, member } = await pair();
  const content = Buffer.alloc(8 * 1024 * 1024);
  for (let i = 0; i < content.length; i += 4) content.writeUInt32LE(i, i);
  const all = received(client, content.length);
  member.write(content);
  for (let i = 0; i < 5; i++) {
    proxy.dropPackets(Direction.DOWNSTREAM);
    await new Promise((resolve) => setImmediate(resolve));
    proxy.resume();
  }
  expect((await all).equals(content)).toBe(true);
});

test('an unreachable target is a reset for the client', async () => {
  await new Promise((resolve) => server.close(resolve));
  expect(await closed(track(connect(proxy.port, proxy.host)))).toBe(true);
  expect(proxy.accepted).toBe(1);
});

test('faults without a meaning are refused with the value in the message', () => {
  expect(() => proxy.splitBytes(0)).toThrow('splitBytes takes a number above 0, got 0');
  expect(() => proxy.delay(-1)).toThrow('got -1');
  expect(() => proxy.throttle(Number.NaN)).toThrow('got NaN');
});

test('a target that is no address is refused', async () => {
  await expect(startFaultProxy({ target: 'localhost' })).rejects.toThrow('host:port: localhost');
});
