import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';

import { tally } from '../scripts/tally.mjs';
import { runNode } from './support/run-node.js';

const RUNNER = 'node_modules/vitest/vitest.mjs';
/** Each file of this folder ends by itself after a while, if nobody ends it. */
const CONFIG = 'test/support/standing/vitest.config.ts';
const LONGEST_RUN = 150_000;

interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

describe('a run of tests that stop the event loop', () => {
  let status: number | null;
  let stderr: string;
  let report: Report;

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'offloop-standing-'));
    const file = join(folder, 'report.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    // One file at a time: what the guard writes of two would be mixed.
    const options = ['--no-file-parallelism', '--config', CONFIG, '--root', '.', '--no-color'];
    const args = [RUNNER, 'run', ...options, ...reporters];
    ({ status, stderr } = await runNode(args, LONGEST_RUN));
    report = JSON.parse(readFileSync(file, 'utf8')) as Report;
    rmSync(folder, { recursive: true });
  }, LONGEST_RUN + 10_000);

  test('ends, and fails', () => {
    expect(status).toBe(1);
  });

  test.each([
    ['microtasks.standing.ts > starves itself by microtasks', 'at starve (', 'microtasks.standing.ts:15:'],
    ['loop.standing.ts > stands for longer than it said', 'at spin (', 'loop.standing.ts:11:'],
    ['native.standing.ts > waits for a child process', 'native call, such as spawnSync'],
  ])('tells that the loop stood in %s, and where', (name, ...where) => {
    const told = stderr.split('\nThe event loop has not turned for ').find((part) => part.includes(name));
    for (const each of where) expect(told).toContain(each);
  });

  test('has the stack in its report, too', () => {
    expect(stderr).toMatch(/Error: The event loop has not turned for \d+ s: .*microtasks[^]*❯ starve /);
  });

  test('passes what says that it stands, and what has fake timers', () => {
    const outcomes = report.testResults.map(({ name, assertionResults }) => [
      basename(name, '.standing.ts'),
      assertionResults.every((each) => each.status === 'passed'),
    ]);
    expect(Object.fromEntries(outcomes)).toEqual({
      allowed: true,
      'fake-timers': true,
      loop: false,
      microtasks: false,
      native: false,
    });
  });

  test('counts a failure for each file that was ended', () => {
    expect(tally(report, status)).toMatchObject({ passed: 2, failed: 3 });
  });
});
