import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { runNode, type Ended } from '../../../../test/support/run-node.js';
import { ConnectionBlocked, ConnectionClose, ConnectionCloseOk } from '../../src/wire/methods.js';
import { FakeServer, type FakeConnection } from '../support/fake-server.js';

const PROGRAM = fileURLToPath(new URL('support/life.mjs', import.meta.url));

let server: FakeServer;
beforeEach(async () => {
  server = await FakeServer.start();
});
afterEach(() => server.stop());

describe.each(['thread', 'loop', 'auto', 'moved'])('a process with a connection (%s)', (place) => {
  function run(then: string): { readonly ended: Promise<Ended>; readonly serving: Promise<FakeConnection> } {
    const serving = server.connection();
    return { ended: runNode([PROGRAM, `${server.port}`, place, then]), serving };
  }

  test('ends by itself when it has closed it', async () => {
    const { ended, serving } = run('close');
    const from = await serving;
    await from.shakeHands();
    await from.next(ConnectionClose);
    from.send(0, ConnectionCloseOk);
    expect(await ended).toEqual({ status: 0, stdout: 'open\nclosed\n', stderr: '' });
  });

  test('stays as long as it is open', async () => {
    const { ended, serving } = run('stay');
    const from = await serving;
    await from.shakeHands();
    // It would have ended by then, if it did.
    const isOver = from.over().then(() => 'over');
    expect(await Promise.race([isOver, new Promise((resolve) => setTimeout(resolve, 500, 'open'))])).toBe(
      'open',
    );
    from.send(0, ConnectionBlocked, { reason: 'low' });
    from.socket.end();
    expect(await ended).toEqual({ status: 0, stdout: 'open\nblocked: low\nlost\n', stderr: '' });
  });

  test('can exit while it is open', async () => {
    const { ended, serving } = run('exit');
    const from = await serving;
    await from.shakeHands();
    expect(await ended).toEqual({ status: 7, stdout: 'open\n', stderr: '' });
    await from.over();
  });

  test('ends by itself when it was refused', async () => {
    const { ended, serving } = run('refused');
    (await serving).socket.end();
    const stdout = 'Socket closed abruptly during opening handshake\n';
    expect(await ended).toEqual({ status: 0, stdout, stderr: '' });
  });
});
