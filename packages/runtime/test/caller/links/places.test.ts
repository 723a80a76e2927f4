import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const SCRIPT = fileURLToPath(new URL('support/place.mjs', import.meta.url));
const node = promisify(execFile);
const knows = (flag: string): boolean => process.allowedNodeEnvironmentFlags.has(flag);
const PERMISSION = [
  knows('--permission') ? '--permission' : '--experimental-permission',
  '--allow-fs-read=*',
  ...(knows('--allow-net') ? ['--allow-net'] : []),
];

interface Found {
  readonly began: readonly boolean[];
  readonly isThreaded: readonly boolean[];
  readonly canMove: readonly boolean[];
  readonly ends: readonly string[];
}

async function run(flags: readonly string[], ...args: readonly string[]): Promise<Found> {
  const { stdout } = await node(process.execPath, [...flags, SCRIPT, ...args]);
  return JSON.parse(stdout) as Found;
}

const all = <T>(value: T): T[] => [value, value, value];
const MOVED = { began: all(false), isThreaded: all(true), canMove: all(true), ends: all('closed') };
const IN_THREAD = { began: all(true), isThreaded: all(true), canMove: all(true), ends: all('closed') };
const ON_LOOP = { began: all(false), isThreaded: all(false), canMove: all(false), ends: all('closed') };

test('links begin on the loop, and move', async () => {
  expect(await run([], 'main', 'moves')).toEqual(MOVED);
});

test('links of a worker of a cluster begin on the loop, and move', async () => {
  expect(await run([], 'cluster', 'moves')).toEqual(MOVED);
});

test('links of a worker thread begin in the thread', async () => {
  expect(await run([], 'worker')).toEqual(IN_THREAD);
});

test('with the permission model links move where worker threads are allowed', async () => {
  expect(await run([...PERMISSION, '--allow-worker'], 'main', 'moves')).toEqual(MOVED);
});

test('with the permission model links stay on the loop where worker threads are not allowed', async () => {
  expect(await run(PERMISSION, 'main')).toEqual(ON_LOOP);
});
