import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { PartsWriter, type Link } from '../../../src/caller/links/link.js';
import { Links } from '../../../src/caller/links/links.js';
import type { LinkEnd } from '../../../src/shared/link-messages.js';
import { listenAt } from '../../support/sockets.js';
import { FrameAgent } from './support/frame-agent.mjs';

/** Of a machine that is busy. */
const PATIENCE = { timeout: 20_000 };

type FrameLinks = Links<{ to: { port: number; host: string }; intervalMillis: number }, null, never>;

let server: Server;
let port: number;
let accepted: Socket[];
beforeEach(async () => {
  accepted = [];
  server = createServer((socket) => {
    accepted.push(socket.on('error', () => undefined).resume());
  });
  port = await listenAt(server);
});
afterEach(() => {
  for (const socket of accepted) socket.destroy();
  server.close();
});

function linksTo(entry: string): FrameLinks {
  return new Links({
    name: 'frames',
    entry: new URL(`support/${entry}`, import.meta.url),
    create: (agentPort, side) => new FrameAgent(agentPort, side),
  });
}

interface Opened {
  readonly link: Link<null, never, never, PartsWriter>;
  readonly ends: LinkEnd[];
  readonly socket: Socket;
}

async function open(
  links: FrameLinks,
  threaded: boolean | 'auto' = 'auto',
  onEnd?: () => void,
): Promise<Opened> {
  const ends: LinkEnd[] = [];
  const connected = once(server, 'connection') as Promise<[Socket]>;
  const link = await links.open({
    settings: { to: { port, host: '127.0.0.1' }, intervalMillis: 60_000 },
    threaded,
    writer: new PartsWriter(),
    events: {
      onFrames: () => undefined,
      onEnd: (end) => {
        ends.push(end);
        onEnd?.();
      },
    },
  });
  const [socket] = await connected;
  return { link, ends, socket };
}

const LOST = [
  {
    kind: 'lost',
    failure: expect.objectContaining({ message: expect.stringMatching(/thread/) as string }),
  },
];

test.each(['before', 'after'])(
  'a link ends once, and its socket, if the thread dies %s it takes that',
  async (when) => {
    const links = linksTo(`dying-${when}.mjs`);
    const { link, ends, socket } = await open(links);
    const stays = await open(links, false);
    const closed = once(socket, 'close');
    expect(links.move(link)).toBe(true);
    await vi.waitFor(() => expect(ends).toEqual(LOST), PATIENCE);
    await closed;
    expect(link.isOpen).toBe(false);
    expect(stays.link.isOpen).toBe(true);
    expect(stays.ends).toEqual([]);
    stays.link.destroy();
    await vi.waitFor(() => expect(stays.ends).toEqual([{ kind: 'closed' }]), PATIENCE);
    expect(ends).toHaveLength(1);
  },
);

test('links that move into a thread that dies again and again all end, and new ones begin anew', async () => {
  const links = linksTo('dying-before.mjs');
  const stays = await open(links, false);
  const all: Opened[] = [];
  for (let number = 0; number < 6; number++) all.push(await open(links));
  for (const { link, ends, socket } of all) {
    const closed = once(socket, 'close');
    expect(links.move(link)).toBe(true);
    await vi.waitFor(() => expect(ends).toEqual(LOST), PATIENCE);
    await closed;
  }
  await vi.waitFor(() => expect(stays.ends).toHaveLength(1), PATIENCE);
  const another = await open(links, false);
  another.link.close();
  await vi.waitFor(() => expect(another.ends).toEqual([{ kind: 'closed' }]), PATIENCE);
});

test('a link that moves when it hears of the death of a thread goes to the next one', async () => {
  const links = linksTo('dying-once.mjs');
  const second = await open(links);
  const first = await open(links, 'auto', () => void links.move(second.link));
  expect(links.move(first.link)).toBe(true);
  await vi.waitFor(() => expect(first.ends).toEqual(LOST), PATIENCE);
  expect(second.link.isThreaded).toBe(true);
  second.link.writer.write(Buffer.from([0, 0, 0, 1, 7]));
  second.link.written();
  const [bytes] = (await once(second.socket, 'data')) as [Buffer];
  expect(bytes).toEqual(Buffer.from([0, 0, 0, 1, 7]));
  expect(second.ends).toEqual([]);
  second.link.close();
  await vi.waitFor(() => expect(second.ends).toEqual([{ kind: 'closed' }]), PATIENCE);
});
