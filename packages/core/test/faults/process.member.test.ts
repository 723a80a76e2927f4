import { fork, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { freeze } from '@offloop/tools';
import { expect, onTestFinished, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { connect, eventually, freshMap } from '../client/support/client-bench.js';
import { leavesNothingBehind } from './support/leaves-nothing-behind.js';

const SCRIPT = fileURLToPath(new URL('./support/client-process.mjs', import.meta.url));
const SUM = (2000 * 1999) / 2;

const member = await embeddedMember();

function start(task: string): ChildProcess {
  const child = fork(SCRIPT, [member.address, task]);
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

interface Report {
  readonly total: number;
  readonly rescues: number[];
  readonly states: string[];
  readonly runtime: { readonly workers: number; readonly reason: string };
}

async function report(child: ChildProcess): Promise<Report> {
  const [message] = (await once(child, 'message')) as [Report];
  return message;
}

test('a process that exits without shutdown ends at once, with calls in flight, and its connection with it', async () => {
  const [code] = (await once(start('exit'), 'exit')) as [number];
  expect(code).toBe(7);
  await eventually(() => member.connections === 0);
});

test.skipIf(process.platform === 'win32')(
  'a process that was frozen for longer than the heartbeat timeout goes on where it was',
  async () => {
    const child = start('freeze');
    await once(child, 'message');
    await freeze(child.pid);
    // Time that must pass for the process, not something to wait for: four heartbeat timeouts.
    await new Promise((resolve) => setTimeout(resolve, 2000));
    child.kill('SIGCONT');
    child.send('go on');
    const exit = once(child, 'exit');
    expect(await report(child)).toMatchObject({ total: SUM, rescues: [0] });
    expect((await exit)[0]).toBe(0);
  },
);

const taskset = spawnSync('taskset', ['--version']).error === undefined;
if (!taskset) console.warn('SKIPPED: there is no taskset here to leave a process one CPU only');

test.skipIf(!taskset).each([
  ['auto', 0, /^CPUs available: (1|0\.\d+), a worker thread wants 2$/],
  ['1', 1, /^runtime.workers is 1$/],
])('one CPU is enough, with workers: %s, which makes %i', async (asked, workers, reason) => {
  const child = fork(SCRIPT, [member.address, 'sum', asked], {
    execPath: 'taskset',
    execArgv: ['-c', '0', process.execPath],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exit = once(child, 'exit');
  const { total, rescues, runtime } = await report(child);
  expect({ total, rescues, workers: runtime.workers }).toEqual({ total: SUM, rescues: [0], workers });
  expect(runtime.reason).toMatch(reason);
  expect((await exit)[0]).toBe(0);
});

test('a client in a worker thread of the application works, and the thread ends after its shutdown', async () => {
  const thread = new Worker(SCRIPT, { argv: [member.address, 'sum'] });
  const [code] = (await once(thread, 'exit')) as [number];
  expect(code).toBe(0);
  await eventually(() => member.connections === 0);
});

test('a worker thread of the application that is terminated takes its client with it', async () => {
  const thread = new Worker(SCRIPT, { argv: [member.address, 'sum'] });
  await eventually(() => member.connections === 1);
  expect(await thread.terminate()).toBe(1);
  await eventually(() => member.connections === 0);
});

test('clients that come and go leave no thread, socket, timer or memory', async () => {
  await leavesNothingBehind(async () => {
    for (let i = 0; i < 5; i++) {
      const [one, other] = await Promise.all([connect(member.address), connect(member.address)]);
      const map = await freshMap<string, number>(one.client);
      await Promise.all(Array.from({ length: 500 }, (_, k) => map.set(`k${k}`, k)));
      expect(await (await other.client.getMap(map.getName())).size()).toBe(500);
      await Promise.all([one.client.shutdown(), other.client.shutdown()]);
    }
  });
});
