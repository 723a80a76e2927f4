import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Client } from 'offloop';
import { expect, onTestFinished, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { eventually, freshMap, testConfig, TESTED_WORKERS } from '../client/support/client-bench.js';

const SCRIPT = fileURLToPath(new URL('./support/one-call.mjs', import.meta.url));

const member = await embeddedMember();

test.each([TESTED_WORKERS, 0])(
  'a call goes on in the context it was made in, among many others (workers: %s)',
  async (workers) => {
    const { config } = testConfig(member.address, { runtime: { workers } });
    const context = new AsyncLocalStorage<string>();
    const client = await context.run('who made the client', () => Client.newHazelcastClient(config));
    onTestFinished(() => client.shutdown());
    const map = await freshMap<number, number>(client);
    const heard = new Set<string | undefined>();
    let events = 0;
    await context.run('who listens', () =>
      map.addEntryListener(
        {
          added: () => {
            heard.add(context.getStore());
            events++;
          },
        },
        undefined,
        true,
      ),
    );
    const request = (n: number): Promise<void> =>
      context.run(`request ${n}`, async () => {
        await map.set(n, n);
        expect(context.getStore()).toBe(`request ${n}`);
        const inThen = await map.get(n).then(() => context.getStore());
        expect(inThen).toBe(`request ${n}`);
      });
    await Promise.all(Array.from({ length: 500 }, (_, n) => request(n)));
    await eventually(() => events === 500);
    // Events are no request's: not that of whoever waited when they came.
    expect([...heard]).toEqual(['who made the client']);
  },
);

test('a client adds no handler to the process, and none is left when it was shut down', async () => {
  const listeners = (): Record<string, number> =>
    Object.fromEntries(process.eventNames().map((name) => [String(name), process.listenerCount(name)]));
  const before = listeners();
  const { config } = testConfig(member.address);
  const client = await Client.newHazelcastClient(config);
  const { SIGTERM, SIGINT, uncaughtException, unhandledRejection } = listeners();
  const signals = { SIGTERM, SIGINT, uncaughtException, unhandledRejection };
  expect(signals).toEqual({
    SIGTERM: before['SIGTERM'],
    SIGINT: before['SIGINT'],
    uncaughtException: before['uncaughtException'],
    unhandledRejection: before['unhandledRejection'],
  });
  await client.shutdown();
  // Node's own, for its first worker thread, stays.
  expect({ ...listeners(), exit: 0 }).toEqual({ ...before, exit: 0 });
});

test.skipIf(process.platform === 'win32')(
  'SIGTERM ends a process with a client as it ends any other',
  async () => {
    const child = spawn(process.execPath, [SCRIPT, member.address, 'stay'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([null, 'SIGTERM']);
    await eventually(() => member.connections === 0);
  },
);
