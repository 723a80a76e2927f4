// pnpm check:packages: packs every published package as a release would, and lets publint and attw look at what is in
// the tarballs. Needs a build. Every package is checked, whatever the one before it came to.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { pnpmCommand, ROOT } from './setup.mjs';

const folder = mkdtempSync(join(tmpdir(), 'offloop-pack-'));
const failures = [];
try {
  for (const name of readdirSync(join(ROOT, 'packages'))) {
    const source = join(ROOT, 'packages', name);
    const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
    if (manifest.private === true) continue;
    check(manifest.name, source);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (failures.length > 0) {
  console.error(`\nNot fit for publication:\n${failures.map((failure) => `- ${failure}`).join('\n')}`);
  process.exitCode = 1;
}

function check(name, source) {
  console.log(`\n${name}`);
  const packed = run([...pnpmCommand(), 'pack', '--json', '--pack-destination', folder], source, 'pipe');
  if (packed.status !== 0) {
    failures.push(`${name} cannot be packed:\n${packed.stdout}${packed.stderr}`);
    return;
  }
  const { filename } = JSON.parse(packed.stdout);
  // Not pnpm's own list: it lacks the workspace's licence, which is put into every tarball.
  const files = run(['tar', '-tzf', filename], ROOT, 'pipe').stdout.split('\n');
  for (const wanted of ['LICENSE', 'README.md', 'package.json']) {
    if (!files.includes(`package/${wanted}`)) failures.push(`${name} has no ${wanted}`);
  }
  for (const file of files) {
    if (/\.tsbuildinfo$|^package\/(src|test)\//.test(file)) failures.push(`${name} contains ${file}`);
  }
  if (tool('publint', ['run', '--strict', filename]) !== 0) failures.push(`${name}: publint`);
  // ESM only, and Node only: `require` of it and classic resolution are not promised.
  const attw = ['--profile', 'esm-only', '--format', 'ascii', filename];
  if (tool('@arethetypeswrong/cli', attw) !== 0) failures.push(`${name}: attw`);
}

function tool(name, args) {
  const home = join(ROOT, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const program = typeof bin === 'string' ? bin : Object.values(bin)[0];
  return run([process.execPath, join(home, program), ...args], ROOT, 'inherit').status;
}

function run([command, ...args], cwd, stdio) {
  return spawnSync(command, args, { cwd, stdio, encoding: 'utf8', shell: process.platform === 'win32' });
}
