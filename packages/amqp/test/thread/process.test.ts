import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

import { runNode } from '../../../../test/support/run-node.js';
import { ConnectionBlocked, ConnectionClose, ConnectionCloseOk } from '../../src/wire/methods.js';
import { Serving } from '../support/fake-server.js';

const PROGRAM = fileURLToPath(new URL('support/life.mjs', import.meta.url));
const server = new Serving();

describe.each(['thread', 'loop', 'auto', 'moved'])('a process with connections (%s)', (place) => {
  test('stays as long as one is open, and then ends by itself, however each has ended', async () => {
    const [refused, losing] = [server.connection(), server.connection()];
    const ended = runNode([PROGRAM, `${server.port}`, place, 'stay']);
    (await refused).socket.end();
    const lost = await losing;
    const closing = server.connection();
    await lost.shakeHands();
    // It would have ended by then, if it did.
    const isOver = lost.over().then(() => 'over');
    expect(await Promise.race([isOver, new Promise((resolve) => setTimeout(resolve, 500, 'open'))])).toBe(
      'open',
    );
    lost.send(0, ConnectionBlocked, { reason: 'low' });
    lost.socket.end();
    const closed = await closing;
    await closed.shakeHands();
    await closed.next(ConnectionClose);
    closed.send(0, ConnectionCloseOk);
    const lines = [
      'Socket closed abruptly during opening handshake',
      'open',
      'blocked: low',
      'lost',
      'open',
      'closed',
    ];
    expect(await ended).toEqual({ status: 0, stdout: `${lines.join('\n')}\n`, stderr: '' });
  });

  test('can exit while one is open', async () => {
    const [refused, serving] = [server.connection(), server.connection()];
    const ended = runNode([PROGRAM, `${server.port}`, place, 'exit']);
    (await refused).socket.end();
    const from = await serving;
    await from.shakeHands();
    expect(await ended).toMatchObject({ status: 7, stderr: '' });
    await from.over();
  });
});
