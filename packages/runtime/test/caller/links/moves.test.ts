import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedOf } from '@offloop/tools';
import { createRandom } from '@offloop/tools/random';
import { afterEach, expect, test } from 'vitest';

import { PartsWriter } from '../../../src/caller/links/link.js';
import { Links } from '../../../src/caller/links/links.js';
import { listenAt } from '../../support/sockets.js';
import { FrameAgent } from './support/frame-agent.mjs';
import { Checker, frameOf, serve, talk } from './support/traffic.mjs';

type Address = { port: number; host: string } | { path: string };

let server: Server | undefined;
afterEach(() => void server?.close());

async function listen(path?: string): Promise<Address> {
  server = createServer({ noDelay: true });
  if (path === undefined) return { port: await listenAt(server), host: '127.0.0.1' };
  await once(server.listen(path), 'listening');
  return { path };
}

function frameLinks(): Links<{ to: Address; intervalMillis: number }, null, never> {
  return new Links({
    name: 'frames',
    entry: new URL('support/frame-entry.mjs', import.meta.url),
    create: (port, side) => new FrameAgent(port, side),
  });
}

/**
 * So many links at once, each with so many frames in both directions, all of which move in the midst of them.
 *
 * @returns the kinds of their ends
 */
async function moveAll(to: Address, count: number, frames: number, seed: number): Promise<Set<unknown>> {
  const links = frameLinks();
  const served: Promise<number>[] = [];
  server!.on('connection', (socket: Socket) => {
    served.push(serve(socket, frames, createRandom(seed + served.length + 1).next));
  });
  const talking = Array.from({ length: count }, (_, number) => {
    const random = createRandom(seed - number).next;
    return talk(links, {
      settings: { to, intervalMillis: 5_000 },
      threaded: number % 8 === 7 ? true : 'auto',
      number,
      frames,
      random,
      moveAfter: Math.floor(random() * frames),
      writer: new PartsWriter(),
    });
  });
  const talked = await Promise.all(talking);
  expect(served).toHaveLength(count);
  await Promise.all(served);
  expect(talked.filter(({ began }) => !began).length).toBeGreaterThan(count / 2);
  expect(talked.filter(({ link }) => !link.isThreaded)).toEqual([]);
  return new Set(await Promise.all(talked.map(({ close }) => close())));
}

test('the check finds a frame that is missing, doubled, of another link, or changed', () => {
  const whole = frameOf(1, 0, 20);
  const checker = new Checker(1);
  checker.check(whole);
  expect(() => checker.check(whole)).toThrow('frame 1 of link 1 is 0 of link 1');
  expect(() => new Checker(1).check(frameOf(1, 1, 20))).toThrow('frame 0 of link 1 is 1 of link 1');
  expect(() => new Checker(1).check(frameOf(2, 0, 20))).toThrow('frame 0 of link 1 is 0 of link 2');
  whole[19] ^= 1;
  expect(() => new Checker(1).check(whole)).toThrow('frame 0 of link 1 has other bytes');
});

test('40 links move under load, and no byte is lost, doubled or out of order', async () => {
  const ends = await moveAll(await listen(), 40, 150, seedOf('moves of links'));
  expect([...ends]).toEqual(['closed']);
});

test('links to a Unix socket move under load', async () => {
  const path = join(tmpdir(), `offloop-moves-${process.pid}.sock`);
  const ends = await moveAll(await listen(path), 5, 150, seedOf('moves of links to a Unix socket'));
  expect([...ends]).toEqual(['closed']);
  rmSync(path, { force: true });
});
