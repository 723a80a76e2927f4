import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';

import { availableCpus, quotaCpus } from '../../src/shared/available-cpus.js';

const cpusWith = (files: Record<string, string>): number => quotaCpus((path) => files[path]);

test('without control groups or a quota there is no limit', () => {
  expect(cpusWith({})).toBe(Infinity);
  expect(cpusWith({ '/proc/self/cgroup': '0::/\n', '/sys/fs/cgroup/cpu.max': 'max 100000\n' })).toBe(
    Infinity,
  );
  expect(
    cpusWith({
      '/proc/self/cgroup': '1:cpu:/\n',
      '/sys/fs/cgroup/cpu/cpu.cfs_quota_us': '-1\n',
      '/sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000\n',
    }),
  ).toBe(Infinity);
});

test.each([
  ['50000 100000', 0.5],
  ['100000 100000', 1],
  ['150000 100000', 1.5],
  ['400000 200000', 2],
])("a container's quota of version 2, %s, is %d CPUs", (text, cpus) => {
  expect(cpusWith({ '/proc/self/cgroup': '0::/\n', '/sys/fs/cgroup/cpu.max': `${text}\n` })).toBe(cpus);
});

test('the least of the groups that the process is in counts', () => {
  const files = {
    '/proc/self/cgroup': '0::/app.slice/app.service\n',
    '/sys/fs/cgroup/app.slice/cpu.max': '100000 100000\n',
    '/sys/fs/cgroup/app.slice/app.service/cpu.max': '300000 100000\n',
  };
  expect(cpusWith(files)).toBe(1);
});

test.each([
  ['as the process sees its path', '/sys/fs/cgroup/cpu/docker/abc'],
  ['where the container has its group mounted as the root', '/sys/fs/cgroup/cpu'],
])('a quota of version 1 is read %s', (_, folder) => {
  const files = {
    '/proc/self/cgroup': '4:cpu,cpuacct:/docker/abc\n0::/\n',
    [`${folder}/cpu.cfs_quota_us`]: '50000\n',
    [`${folder}/cpu.cfs_period_us`]: '100000\n',
  };
  expect(cpusWith(files)).toBe(0.5);
});

test('a process has no more CPUs than the scheduler allows it', () => {
  expect(availableCpus()).toBeGreaterThan(0);
  expect(availableCpus()).toBeLessThanOrEqual(availableParallelism());
});
