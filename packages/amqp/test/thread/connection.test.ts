import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';

import { openLink } from '../../src/client/links.js';
import { FrameType } from '../../src/wire/frame-format.js';
import {
  BasicDeliver,
  BasicPublish,
  ChannelOpen,
  ConnectionBlocked,
  ConnectionClose,
  ConnectionCloseOk,
  ConnectionUnblocked,
  ConnectionUpdateSecret,
  ConnectionUpdateSecretOk,
} from '../../src/wire/methods.js';
import { DELIVERY, FakeServer, Serving } from '../support/fake-server.js';
import { closeLink, linkSettings, open, PLACES, Recorder } from '../support/links.js';

const server = new Serving();

describe.each(PLACES)('a connection $where', ({ threaded }) => {
  test('sends what is written in one tick as one write', async () => {
    const { from, link, told } = await server.open(threaded);
    const reads: number[] = [];
    from.socket.on('data', ({ length }: Buffer) => reads.push(length));
    for (let channel = 1; channel <= 200; channel++) {
      link.writer.method(channel, ChannelOpen, {});
      link.written();
    }
    const { waiting } = link;
    await told.until(() => link.waiting === 0);
    for (let i = 0; i < 200; i++) await from.next(ChannelOpen);
    expect(reads).toEqual([waiting]);
  });

  test('is closed by the client behind what was written', async () => {
    const { from, link, told } = await server.open(threaded);
    link.writer.content(1, BasicPublish, {}, {}, Buffer.alloc(500_000), 131_072);
    link.written();
    closeLink(link);
    link.writer.method(1, ChannelOpen, {});
    link.written();
    const close = await from.next(ConnectionClose);
    expect(close.fields).toEqual({ replyCode: 200, replyText: 'bye', classId: 0, methodId: 0 });
    const content = from.received.filter(({ type }) => type === FrameType.BODY);
    expect(content.reduce((sum, { payload }) => sum + payload.length, 0)).toBe(500_000);
    // What the server had on the way still comes.
    from.socket.write(from.message(1, BasicDeliver, DELIVERY, Buffer.from('late')));
    from.send(0, ConnectionCloseOk);
    expect(await told.ended()).toEqual({ kind: 'closed' });
    await from.over();
    expect(told.came.map(({ content: late }) => String(late))).toEqual(['late']);
    expect(from.received.at(-1)!.name).toBe('ConnectionClose');
    expect(link.waiting).toBe(0);
  });

  test('is closed when both sides close it at once', async () => {
    const { from, link, told } = await server.open(threaded);
    closeLink(link);
    const { fields } = await from.next(ConnectionClose);
    from.send(0, ConnectionClose, fields);
    expect(await told.ended()).toEqual({ kind: 'closed' });
    await from.next(ConnectionCloseOk);
  });

  test('is closed by the server', async () => {
    const { from, told } = await server.open(threaded);
    const fields = { replyCode: 320, replyText: 'CONNECTION_FORCED - bye', classId: 10, methodId: 20 };
    from.send(0, ConnectionClose, fields);
    expect(await told.ended()).toEqual({
      kind: 'closed-by-server',
      code: 320,
      text: 'CONNECTION_FORCED - bye',
      classId: 10,
      methodId: 20,
    });
    await from.next(ConnectionCloseOk);
    await from.over();
  });

  test('tells what the server says of itself, in order with what else comes', async () => {
    const { from, link, told } = await server.open(threaded);
    const seen: string[] = [];
    told.onCame = () => seen.push(told.states.join());
    from.send(0, ConnectionBlocked, { reason: 'low on memory' });
    from.socket.write(from.message(1, BasicDeliver, DELIVERY, Buffer.alloc(0)));
    from.send(0, ConnectionUnblocked);
    await told.until(() => told.states.length === 2);
    expect(seen).toEqual(['blocked: low on memory']);
    link.writer.method(0, ConnectionUpdateSecret, { newSecret: Buffer.from('new'), reason: 'old' });
    link.written();
    const { fields } = await from.next(ConnectionUpdateSecret);
    expect(fields).toEqual({ newSecret: Buffer.from('new'), reason: 'old' });
    from.send(0, ConnectionUpdateSecretOk);
    await told.until(() => told.states.length === 3);
    expect(told.states).toEqual(['blocked: low on memory', 'unblocked', 'secret-updated']);
  });

  test('is destroyed without a word', async () => {
    const { from, link, told } = await server.open(threaded);
    link.writer.method(1, ChannelOpen, {});
    link.destroy();
    expect(await told.ended()).toEqual({ kind: 'closed' });
    await from.over();
    expect(from.received.at(-1)!.name).toBe('ConnectionOpen');
    link.destroy();
    closeLink(link);
    link.writer.method(1, ChannelOpen, {});
    link.written();
    expect(link.waiting).toBe(0);
  });

  test('is lost when the server ends it, in the middle of a body', async () => {
    const { from, told } = await server.open(threaded);
    const message = from.message(1, BasicDeliver, DELIVERY, Buffer.alloc(100_000));
    from.socket.end(message.subarray(0, 50_000));
    expect(await told.ended()).toEqual({
      kind: 'lost',
      failure: { name: 'Error', message: 'Unexpected close' },
    });
    expect(told.came).toEqual([]);
  });

  test('is lost when the socket breaks', async () => {
    const { from, told } = await server.open(threaded);
    from.socket.resetAndDestroy();
    expect(await told.ended()).toMatchObject({
      kind: 'lost',
      failure: { message: 'read ECONNRESET', code: 'ECONNRESET', syscall: 'read' },
    });
  });

  test('counts what waits while the server does not read', async () => {
    const { from, link, told } = await server.open(threaded);
    from.socket.pause();
    const content = Buffer.alloc(1_000_000);
    for (let i = 0; i < 20; i++) {
      link.writer.content(1, BasicPublish, {}, {}, content, 131_072);
      link.written();
    }
    expect(link.waiting).toBeGreaterThan(20_000_000);
    await told.until(() => link.waiting < 20_000_000);
    // What the buffers of two sockets hold, at most.
    expect(link.waiting).toBeGreaterThan(1_000_000);
    from.socket.resume();
    await told.until(() => link.waiting === 0);
    const received = (): number =>
      from.received.reduce(
        (sum, { type, payload }) => sum + (type === FrameType.BODY ? payload.length : 0),
        0,
      );
    while (received() < 20_000_000) await once(from.socket, 'data');
    expect(received()).toBe(20_000_000);
  });

  test('drops what waits when it is lost', async () => {
    const { from, link, told } = await server.open(threaded);
    from.socket.pause();
    for (let i = 0; i < 20; i++) {
      link.writer.content(1, BasicPublish, {}, {}, Buffer.alloc(1_000_000), 131_072);
      link.written();
    }
    const { waiting } = link;
    await told.until(() => link.waiting < waiting);
    from.socket.destroy();
    expect(await told.ended()).toMatchObject({ kind: 'lost' });
    expect(link.waiting).toBe(0);
  });

  test('beats when it has nothing to send, and gives up a server that is silent', async () => {
    const { from, told } = await server.open(threaded, { heartbeat: 1 });
    expect(await told.ended()).toEqual({
      kind: 'lost',
      failure: { name: 'Error', message: 'Heartbeat timeout' },
    });
    await from.over();
    const beats = from.received.filter(({ type }) => type === FrameType.HEARTBEAT);
    expect(beats.length).toBeGreaterThanOrEqual(1);
  });

  test('lives through a Unix socket', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'offloop-amqp-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'broker');
    const onPath = await FakeServer.start(path);
    onTestFinished(() => onPath.stop());
    const serving = onPath.connection();
    const opening = open(linkSettings(path), threaded);
    await (await serving).shakeHands();
    const { link } = await opening;
    expect(link.opened.remoteAddress).toBeUndefined();
  });
});

/** The thread that was started last: it is kept from one test to the next. */
let thread: Worker;
const onWorker = (worker: Worker): void => {
  thread = worker;
};
process.on('worker', onWorker);
afterAll(() => void process.off('worker', onWorker));

describe('the thread of connections', () => {
  test('is one for all, and is kept for the next', async () => {
    const all = await Promise.all([server.open(true), server.open(true), server.open(true)]);
    const first = thread;
    for (const { link, told } of all) {
      link.destroy();
      await told.ended();
    }
    await server.open(true);
    expect(thread).toBe(first);
  });

  test('takes its connections along when it dies, not those on the loop, and others follow', async () => {
    const [one, other, onLoop] = [await server.open(true), await server.open(true), await server.open(false)];
    await thread.terminate();
    const message = 'The thread of the connection has ended: the worker thread ended with exit code 1';
    const lost = { kind: 'lost', failure: { name: 'Error', message } };
    expect([await one.told.ended(), await other.told.ended()]).toEqual([lost, lost]);
    await Promise.all([one.from.over(), other.from.over()]);
    onLoop.from.send(0, ConnectionUnblocked);
    await onLoop.told.until(() => onLoop.told.states.length === 1);
    const next = await server.open(true);
    next.from.send(0, ConnectionUnblocked);
    await next.told.until(() => next.told.states.length === 1);
  });

  test('has attempts to connect reject when it dies', async () => {
    const serving = server.connection();
    const attempt = openLink(linkSettings(server.port), new Recorder(), true);
    await serving;
    const code = attempt.then(
      () => 'opened',
      (error: Error & { code: unknown }) => error.code,
    );
    await thread.terminate();
    expect(await code).toBe('THREAD_DIED');
    await server.open(true);
  });

  test('says why settings cannot be sent to it', async () => {
    const settings = linkSettings(server.port, { socket: { lookup: () => undefined } });
    await expect(openLink(settings, new Recorder(), true)).rejects.toThrow('could not be cloned');
    await server.open(true);
  });

  test('is not needed by settings that cannot be sent to it', async () => {
    const serving = server.connection();
    let asked = 0;
    const lookup = (_host: string, _options: object, done: (error: null, all: object[]) => void): void => {
      asked++;
      done(null, [{ address: '127.0.0.1', family: 4 }]);
    };
    const socket = { host: 'somewhere.invalid', port: server.port, lookup };
    const opening = open(linkSettings(0, { socket }), false);
    await (await serving).shakeHands();
    await opening;
    expect(asked).toBe(1);
  });

  test('survives what a listener throws, which goes to the process', async () => {
    const { from, told } = await server.open(true);
    const listeners = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    onTestFinished(() => {
      process.removeAllListeners('uncaughtException');
      for (const listener of listeners) process.on('uncaughtException', listener);
    });
    const thrown = once(process, 'uncaughtException');
    let isFirst = true;
    told.onCame = () => {
      if (!isFirst) return;
      isFirst = false;
      throw new Error('of a listener');
    };
    from.socket.write(from.message(1, BasicDeliver, DELIVERY, Buffer.from('1')));
    from.socket.write(from.message(1, BasicDeliver, DELIVERY, Buffer.from('2')));
    expect(await thrown).toMatchObject([{ message: 'of a listener' }, expect.anything()]);
    await told.until(() => told.came.length === 1);
    expect(String(told.came[0].content)).toBe('2');
  });
});
