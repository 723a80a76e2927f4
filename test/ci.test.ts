import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

import config from '../vitest.config.js';
import { workflow } from './support/workflows.js';
import { ROOT } from './support/workspace.js';

function source(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

function ci(...args: string[]): { readonly status: number | null; readonly said: string } {
  const { status, stdout, stderr } = spawnSync('bash', ['.ci/run', ...args], { cwd: ROOT, encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

const suites = /^Suites: (.+)$/m.exec(ci('--help').said)?.[1]?.split(' ') ?? [];

describe('.ci/run', () => {
  test('names the suites when it is asked for one that it does not have, and runs none', () => {
    const { status, said } = ci('unit', 'units');
    expect(status).toBe(2);
    expect(said.trim()).toBe(`.ci/run has no suite 'units'. Suites: ${suites.join(' ')}`);
  });

  test('runs every project of tests at full length by the command of the README', () => {
    const [, command = ''] = /^(npx pnpm@10 test) /m.exec(source('README.md')) ?? [];
    const file = source('.ci/run');
    expect(file).toMatch(new RegExp(`^full\\(\\) \\{ OFFLOOP_FULL=1 .*${command} -- `, 'm'));
    const run = Array.from(file.matchAll(/^suite_\S+ \{ full (.+); \}$/gm), ([, args = '']) =>
      args.replaceAll('--project', '').trim().split(/\s+/),
    );
    const projects = (config.test?.projects ?? []).map(
      (project) => (project as { readonly test: { readonly name: string } }).test.name,
    );
    expect(run.flat().toSorted()).toEqual(projects.toSorted());
  });
});

describe('the workflow of changes', () => {
  const jobs = Object.values(workflow('ci').jobs);
  const named = jobs.flatMap((job) => job.strategy?.matrix['suite']?.map(String) ?? []);
  const nodes = jobs.flatMap((job) => job.strategy?.matrix['node']?.map(String) ?? []);

  test('runs each suite that does not bring a Node of its own, and no other', () => {
    expect([...new Set(named)].toSorted()).toEqual(
      suites.filter((suite) => !suite.startsWith('node-')).toSorted(),
    );
  });

  test('runs on each Node that a suite brings', () => {
    const brought = suites.flatMap((suite) => /^node-(\d+)$/.exec(suite)?.slice(1) ?? []);
    expect(nodes).toEqual(expect.arrayContaining(brought));
  });
});
