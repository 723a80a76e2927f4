import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { confine, NotPossibleError, parseCpuList } from '../../src/harness/confine.js';

const CPUS = ['--eval', 'console.log(os.availableParallelism())'];

it('reads a list of CPUs as the kernel writes it', () => {
  expect(parseCpuList('0-2,5')).toEqual([0, 1, 2, 5]);
  expect(parseCpuList('7')).toEqual([7]);
  expect(parseCpuList('')).toEqual([]);
});

it('gives a child one CPU by affinity, or says why it cannot', async ({ skip }) => {
  const confined = await confine('affinity', null).catch((error: unknown) => {
    if (error instanceof NotPossibleError) return skip(String(error));
    throw error;
  });
  const [command, ...args] = [...confined.prefix, process.execPath, ...CPUS];
  expect((await promisify(execFile)(command, args)).stdout).toBe('1\n');
  await confined.release();
});
