import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import config from '../vitest.config.js';
import { workflow, WORKFLOWS } from './support/workflows.js';
import { ROOT } from './support/workspace.js';

const FILES = readdirSync(WORKFLOWS);

describe.each(FILES)('%s', (file) => {
  const text = readFileSync(join(WORKFLOWS, file), 'utf8');
  const { permissions, jobs } = workflow(file.replace(/\.yml$/, ''));

  test('names the actions of others by a commit, with its tag beside it', () => {
    const used = Array.from(text.matchAll(/\buses:\s*(.+)$/gm), ([, what = '']) => what);
    expect(used).not.toEqual([]);
    for (const what of used) expect(what).toMatch(/^(?:\.\/\S+|\S+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/);
  });

  test('may read only, has no secret, and an identity in no job that runs what it has fetched', () => {
    expect(text).not.toContain('secrets');
    expect(permissions).toEqual({ contents: 'read' });
    for (const job of Object.values(jobs)) {
      if (job.permissions === undefined) continue;
      expect(job.permissions).toEqual({ 'id-token': 'write' });
      for (const { run = '', uses = '' } of job.steps ?? []) {
        expect(uses).not.toContain('actions/checkout');
        expect(run).not.toMatch(/\b(?:pnpm|npx|npm (?:ci|i|install|run|exec))\b/);
      }
    }
  });
});

describe('the workflow of changes', () => {
  const script = readFileSync(join(ROOT, '.ci/run'), 'utf8');

  test('runs each suite that does not bring a Node of its own, and no other', () => {
    const suites = Array.from(script.matchAll(/^suite_(\S+)\(\)/gm), ([, name = '']) => name);
    const jobs = Object.values(workflow('ci').jobs);
    const named = jobs.flatMap((job) => job.strategy?.matrix['suite']?.map(String) ?? []);
    expect(new Set(named)).toEqual(new Set(suites.filter((suite) => !suite.startsWith('node-'))));
  });

  test('runs every project of tests, at full length', () => {
    const run = Array.from(script.matchAll(/^suite_\S+ \{ full (.+); \}$/gm), ([, args = '']) =>
      args.replaceAll('--project', '').trim().split(/\s+/),
    );
    const projects = (config.test?.projects ?? []).map(
      (project) => (project as { readonly test: { readonly name: string } }).test.name,
    );
    expect(run.flat().toSorted()).toEqual(projects.toSorted());
  });
});

describe('the workflow of a release', () => {
  const { pack, publish, tests } = workflow('release').jobs;

  test('packs the tag by the script after all suites, and publishes what was packed', () => {
    expect(tests.uses).toBe('./.github/workflows/ci.yml');
    expect(pack.needs).toBe('tests');
    expect(pack.permissions).toBeUndefined();
    expect(pack.steps?.at(-2)?.run).toMatch(/ release --tag "\$GITHUB_REF_NAME" --into tarballs$/);
    expect(publish.needs).toBe('pack');
    expect(publish.permissions).toEqual({ 'id-token': 'write' });
  });

  describe.skipIf(process.platform === 'win32')('publishes', () => {
    let folder: string;
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'offloop-publish-'));
    });
    afterEach(() => rmSync(folder, { recursive: true, force: true }));

    test('each tarball that the registry does not have, with its provenance and without its scripts', () => {
      tarball('one', '@a/one');
      tarball('two', 'two');
      const { status, said } = publishWith('[ "$1 $2" != "view two@1.0.0" ] || echo 1.0.0');
      expect(status).toBe(0);
      expect(said).toEqual([
        'view @a/one@1.0.0 version',
        'publish ./tarballs/one.tgz --ignore-scripts --provenance --access public',
        'view two@1.0.0 version',
      ]);
    });

    test('nothing after one that was refused, and fails', () => {
      tarball('one', 'one');
      tarball('two', 'two');
      const { status, said } = publishWith('exit 1');
      expect(status).not.toBe(0);
      expect(said.filter((line) => line.startsWith('publish'))).toHaveLength(1);
    });

    test('nothing from what is no tarball, and fails', () => {
      mkdirSync(join(folder, 'tarballs'));
      writeFileSync(join(folder, 'tarballs', 'one.tgz'), 'torn');
      expect(publishWith('true')).toEqual({ status: expect.any(Number) as number, said: [] });
      expect(publishWith('true').status).not.toBe(0);
    });

    function tarball(file: string, name: string): void {
      mkdirSync(join(folder, 'tarballs'), { recursive: true });
      mkdirSync(join(folder, 'package'), { recursive: true });
      writeFileSync(join(folder, 'package', 'package.json'), JSON.stringify({ name, version: '1.0.0' }));
      spawnSync('tar', ['-czf', `tarballs/${file}.tgz`, 'package'], { cwd: folder });
    }

    /** Runs the last step of the job as its runner does, with an npm that notes its arguments and then does as `npm` says. */
    function publishWith(npm: string): { readonly status: number | null; readonly said: readonly string[] } {
      const bin = join(folder, 'bin');
      const notes = join(folder, 'notes');
      mkdirSync(bin, { recursive: true });
      writeFileSync(notes, '');
      writeFileSync(join(bin, 'npm'), `#!/bin/sh\necho "$@" >>'${notes}'\n${npm}\n`, { mode: 0o755 });
      const { status } = spawnSync('bash', ['-eo', 'pipefail', '-c', publish.steps?.at(-1)?.run ?? ''], {
        cwd: folder,
        env: { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` },
      });
      return { status, said: readFileSync(notes, 'utf8').split('\n').filter(Boolean) };
    }
  });
});
