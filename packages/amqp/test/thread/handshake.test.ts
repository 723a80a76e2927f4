import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { connect } from 'amqplib';
import { describe, expect, test } from 'vitest';

import { openLink } from '../../src/client/links.js';
import type { LinkSettings } from '../../src/link/settings.js';
import {
  ConnectionClose,
  ConnectionOpen,
  ConnectionSecure,
  ConnectionStartOk,
  ConnectionTune,
  QueueDeclareOk,
} from '../../src/wire/methods.js';
import { Serving, type FakeConnection } from '../support/fake-server.js';
import { linkSettings, PLACES, Recorder } from '../support/links.js';

const server = new Serving();

interface Refusal {
  readonly name: string;
  readonly message: string;
  readonly code: unknown;
}

async function refusalOf(attempt: Promise<unknown>): Promise<Refusal> {
  return attempt.then(
    () => {
      throw new Error('the connection was opened');
    },
    ({ name, message, code }: Error & { code?: unknown }) => ({ name, message, code }),
  );
}

const close = { replyCode: 403, replyText: 'ACCESS_REFUSED - no', classId: 0, methodId: 0 };
const tune = { channelMax: 0, frameMax: 131_072, heartbeat: 0 };

type Does = (connection: FakeConnection) => unknown;

/** What a server does at the handshake, and for which options. */
interface Case {
  readonly what: string;
  readonly query?: string;
  readonly settings?: Partial<LinkSettings>;
  readonly timeout?: number;
  readonly does: Does;
}

/** Does something when the client has answered `Connection.Start`. */
function afterStart(does: Does): Does {
  return async (to) => {
    await to.start();
    await to.next(ConnectionStartOk);
    await does(to);
  };
}

function bytes(...values: number[]): Does {
  return ({ socket }) => socket.write(Buffer.from(values));
}

const CASES: Case[] = [
  { what: 'ends at once', does: ({ socket }) => socket.end() },
  { what: 'does not know the mechanism', does: (to) => to.start('AMQPLAIN EXTERNAL') },
  { what: 'refuses the login', does: afterStart((to) => to.send(0, ConnectionClose, close)) },
  { what: 'ends after StartOk', does: afterStart(({ socket }) => socket.end()) },
  {
    what: 'wants more secrets',
    does: afterStart((to) => to.send(0, ConnectionSecure, { challenge: Buffer.from('?') })),
  },
  {
    what: 'says something else instead of Tune',
    does: afterStart((to) => to.send(0, QueueDeclareOk, { queue: 'a', messageCount: 1, consumerCount: 1 })),
  },
  { what: 'says something else instead of Start', does: (to) => to.send(0, ConnectionTune, tune) },
  { what: 'speaks on another channel', does: (to) => to.send(5, ConnectionTune, tune) },
  { what: 'sends a heartbeat instead of Start', does: bytes(8, 0, 0, 0, 0, 0, 0, 206) },
  { what: 'sends a body', does: bytes(3, 0, 0, 0, 0, 0, 1, 65, 206) },
  {
    what: 'proposes a frameMax that is too low',
    does: afterStart((to) => to.send(0, ConnectionTune, { ...tune, frameMax: 100 })),
  },
  {
    what: 'does not know the vhost',
    does: afterStart(async (to) => {
      to.send(0, ConnectionTune, tune);
      await to.next(ConnectionOpen);
      to.send(0, ConnectionClose, { ...close, replyCode: 530 });
    }),
  },
  {
    what: 'sends a frame that does not end where it says',
    does: bytes(1, 0, 0, 0, 0, 0, 4, 0, 10, 0, 10, 0),
  },
  { what: 'sends a frame of an unknown type', does: bytes(7, 0, 0, 0, 0, 0, 1, 65, 206) },
  { what: 'sends a frame that is too long', does: bytes(1, 0, 0, 0x7f, 0, 0, 0) },
  {
    what: 'sends a frame over maxFrameSize',
    query: 'maxFrameSize=5000',
    settings: { maxFrameSize: 5000 },
    does: bytes(1, 0, 0, 0, 0, 0x13, 0x89),
  },
  {
    what: 'speaks another version of the protocol',
    does: ({ socket }) => socket.end(Buffer.from('AMQP\0\0\x08\0', 'latin1')),
  },
  { what: 'speaks HTTP', does: ({ socket }) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n') },
  {
    what: 'is asked for a heartbeat that is no number',
    query: 'heartbeat=abc',
    settings: { heartbeat: Number.NaN },
    does: afterStart((to) => to.send(0, ConnectionTune, tune)),
  },
  {
    what: 'is met by a maxFrameSize that is none',
    query: 'maxFrameSize=77',
    settings: { maxFrameSize: 77 },
    does: () => undefined,
  },
  { what: 'is silent for the timeout', timeout: 50, does: () => undefined },
];

describe.each(PLACES)('a connection $where is refused as by amqplib', ({ threaded }) => {
  test.each(CASES)('when the server $what', async ({ query = '', settings, timeout, does }) => {
    const reference = server.connection().then(does);
    const options = timeout === undefined ? {} : { timeout };
    const theirs = await refusalOf(connect(`amqp://127.0.0.1:${server.port}/?${query}`, options));
    await reference.catch(() => undefined);
    const served = server.connection().then(does);
    const own = linkSettings(server.port, { ...settings, timeout });
    const ours = await refusalOf(openLink(own, new Recorder(), threaded));
    await served.catch(() => undefined);
    expect(ours).toEqual(theirs);
  });

  test('when nobody listens', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const { port } = free.address() as AddressInfo;
    free.close();
    await once(free, 'close');
    const theirs = await refusalOf(connect(`amqp://127.0.0.1:${port}`));
    expect(theirs.code).toBe('ECONNREFUSED');
    expect(await refusalOf(openLink(linkSettings(port), new Recorder(), threaded))).toEqual(theirs);
    // Two addresses were tried.
    const byName = linkSettings(port, { socket: { host: 'localhost', port } });
    const both = await refusalOf(connect(`amqp://localhost:${port}`));
    expect(await refusalOf(openLink(byName, new Recorder(), threaded))).toEqual(both);
  });

  test('when there is no such host', async () => {
    const socket = { host: 'no-such-host.invalid', port: 1 };
    const theirs = await refusalOf(connect('amqp://no-such-host.invalid:1'));
    const ours = openLink(linkSettings(0, { socket }), new Recorder(), threaded);
    expect(await refusalOf(ours)).toEqual(theirs);
  });
});

describe.each(PLACES)('a connection $where', ({ threaded }) => {
  test.each([Infinity, 2 ** 40])('is opened within a timeout of %s', async (timeout) => {
    const { link } = await server.open(threaded, { timeout });
    expect(link.isThreaded).toBe(threaded === true);
  });

  test.each([
    [
      'the lower of both',
      { channelMax: 100, frameMax: 8192, heartbeat: 30 },
      [2047, 131_072, 60],
      [100, 8192, 30],
    ],
    [
      'no limit of the client',
      { channelMax: 0, frameMax: 0, heartbeat: undefined },
      [10, 5000, 60],
      [10, 5000, 60],
    ],
    ['no limit of the server', { channelMax: 7, frameMax: 4096, heartbeat: 9 }, [0, 0, 0], [7, 4096, 9]],
    ['no limit at all', { channelMax: 0, frameMax: 0, heartbeat: 0 }, [0, 0, 60], [0xffff, 0xffff_ffff, 0]],
  ])('agrees on %s', async (_what, asked, proposed, agreed) => {
    const [channelMax, frameMax, heartbeat] = proposed;
    const { from, link } = await server.open(threaded, asked, { channelMax, frameMax, heartbeat });
    const { opened } = link;
    expect([opened.channelMax, opened.frameMax, opened.heartbeat]).toEqual(agreed);
    expect(opened.serverProperties).toEqual({ product: 'Fake' });
    expect(opened).toMatchObject({ remoteAddress: '127.0.0.1', remotePort: server.port });
    expect(opened.localPort).toBe(from.socket.remotePort);
    const startOk = from.received.find(({ name }) => name === 'ConnectionStartOk')!;
    expect(startOk.fields).toMatchObject({
      clientProperties: { product: 'test' },
      mechanism: 'PLAIN',
      response: Buffer.from('\0guest\0guest'),
      locale: 'en_US',
    });
  });
});
