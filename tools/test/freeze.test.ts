import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';

import { freeze } from '../src/freeze.js';

/** Threads that are never off a CPU by themselves, more than any machine has CPUs to stop them on. */
const SPINNERS = 24;
const SCRIPT = `
  const { Worker } = require('node:worker_threads');
  const { once } = require('node:events');
  const workers = Array.from({ length: ${SPINNERS} }, () => new Worker('for (;;);', { eval: true }));
  Promise.all(workers.map((worker) => once(worker, 'online'))).then(() => {
    console.log('spinning');
    for (;;);
  });`;

async function spinningProcess(): Promise<{ child: ChildProcess; pid: number }> {
  const child = spawn(process.execPath, ['-e', SCRIPT], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  if (child.pid === undefined) throw new Error('a process that prints has an id');
  return { child, pid: child.pid };
}

function threadStates(pid: number): string[] {
  return readdirSync(`/proc/${pid}/task`).map((thread) => {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'latin1');
    return stat.charAt(stat.lastIndexOf(')') + 2);
  });
}

test.skipIf(process.platform !== 'linux')('a frozen process has no thread that still runs', async () => {
  const { child, pid } = await spinningProcess();
  for (let round = 0; round < 10; round++) {
    await freeze(pid);
    const states = threadStates(pid);
    expect(states.length).toBeGreaterThan(SPINNERS);
    expect(new Set(states)).toEqual(new Set(['T']));
    child.kill('SIGCONT');
  }
});

test.skipIf(process.platform === 'win32')('there is no freezing of what has ended', async () => {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  await expect(freeze(child.pid)).rejects.toThrow('ESRCH');
  await expect(freeze(0)).rejects.toThrow('no process 0');
});
