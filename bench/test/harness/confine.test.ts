import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { confine, NotPossibleError, parseCpuList } from '../../src/harness/confine.js';
import { quotaFiles } from '../../src/harness/cpu-quota.js';

const CPUS = ['--eval', 'console.log(os.availableParallelism())'];

it('reads a list of CPUs as the kernel writes it', () => {
  expect(parseCpuList('0-2,5')).toEqual([0, 1, 2, 5]);
  expect(parseCpuList('7')).toEqual([7]);
  expect(parseCpuList('')).toEqual([]);
});

it('finds our control group, of version 2 or 1', () => {
  expect(quotaFiles('0::/user.slice/bench.scope\n', 1)).toEqual({
    parent: '/sys/fs/cgroup/user.slice/bench.scope',
    files: [['cpu.max', '100000 100000']],
  });
  expect(quotaFiles('4:cpuset:/\n3:cpu,cpuacct:/docker/abc\n0::/\n', 0.5)).toEqual({
    parent: '/sys/fs/cgroup/cpu/docker/abc',
    files: [
      ['cpu.cfs_period_us', '100000'],
      ['cpu.cfs_quota_us', '50000'],
    ],
  });
  expect(() => quotaFiles('', 1)).toThrow('in no control group');
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
