import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startRealMember, type RealMember } from '@offloop/tools';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Results } from '../src/report/results.js';

const execute = promisify(execFile);
const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

/** One very short run: does it measure at all, and what it says it measures? Never whether the figures are good. */
describe('bench get-set on a real member', () => {
  let member: RealMember;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'offloop-bench-'));
    member = await startRealMember();
  });

  afterAll(async () => {
    await member.kill();
    await rm(folder, { recursive: true, force: true });
  });

  const bench = (...args: string[]) => {
    const quick = ['get-set', '--quick', '--pairs', '2', '--seconds', '0.2', '--seed', '5', '--out', folder];
    const cluster = ['--cluster', member.address, '--member-warmup', '0'];
    return execute(process.execPath, [MAIN, ...quick, ...cluster, ...args]);
  };

  it('runs the same client on both sides, checks its answers and leaves JSON and a table', async () => {
    const { stdout } = await bench('--filter', '3B-c8$', '--approaches', 'official,official');
    expect(stdout).toContain('seed 5');
    const major = process.versions.node.split('.')[0];
    const json = await readFile(join(folder, `get-set-node${major}.json`), 'utf8');
    const results = JSON.parse(json) as Results;
    expect(results).toMatchObject({
      complete: true,
      pairs: 2,
      seed: 5,
      node: process.versions.node,
      approaches: ['official (a)', 'official (b)'],
      hazelcast: { version: '5.6.0' },
    });
    expect(results.cells.map(({ id }) => id)).toEqual(['get-3B-c8', 'set-3B-c8']);
    for (const { values } of results.cells)
      for (const figure of ['opsPerSecond', 'mainMicros', 'processCpuMicros', 'loopDelayP99'])
        for (const run of values[figure].flat()) expect(run).toBeGreaterThan(0);
    const table = await readFile(join(folder, `get-set-node${major}.md`), 'utf8');
    expect(table).toContain('| get 3 B, c=8 |');
  });
});
