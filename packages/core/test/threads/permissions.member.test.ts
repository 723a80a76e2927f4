import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';

const SCRIPT = fileURLToPath(new URL('./support/permitted.mjs', import.meta.url));
const run = promisify(execFile);

const member = await embeddedMember();

const knows = (flag: string): boolean => process.allowedNodeEnvironmentFlags.has(flag);
/** Node 20 has it by its first name only. */
const RESTRICTED = [
  knows('--permission') ? '--permission' : '--experimental-permission',
  '--allow-fs-read=*',
];
/** From Node 25 sockets need a permission as well. */
const NETWORK = knows('--allow-net') ? ['--allow-net'] : [];

/** What a client says in a process with these permissions. */
async function saidWith(permissions: readonly string[], workers: string): Promise<string> {
  const options = [...RESTRICTED, ...permissions, SCRIPT, member.address, workers];
  const { stdout } = await run(process.execPath, options);
  return stdout;
}

test('a worker that was asked for has the sockets: threads are allowed, and they need no other permission', async () => {
  expect(await saidWith(['--allow-worker'], '1')).toMatch(/^came back: v$/m);
});

test('without threads the sockets are on the loop, if nobody asked for a worker', async () => {
  const said = await saidWith(NETWORK, 'auto');
  expect(said).toMatch(/^came back: v$/m);
  expect(said).toMatch(/worker threads: 0 .*--allow-worker/);
});

test('without threads a worker that was asked for is refused', async () => {
  expect(await saidWith(NETWORK, '1')).toMatch(/^refused: .*restricted/m);
});

test('with both a client that begins on the loop works', async () => {
  expect(await saidWith([...NETWORK, '--allow-worker'], 'auto')).toMatch(/^came back: v$/m);
});

// Before Node 25 sockets need no permission.
const WITHOUT_SOCKETS: readonly (readonly [string, readonly string[]])[] =
  NETWORK.length === 0
    ? []
    : [
        ['0', []],
        ['auto', ['--allow-worker']],
      ];

test.each(WITHOUT_SOCKETS)(
  'where sockets need a permission and it is missing, a client with workers: %s, which begins on the loop, says so',
  async (workers, permissions) => {
    expect(await saidWith(permissions, workers)).toMatch(/^refused: .*--allow-net/m);
  },
);
