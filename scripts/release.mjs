// Packs for .github/workflows/release.yml, where another job publishes: what runs here is not trusted with the right to.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { HAS_HOME } from './publication/home.mjs';
import { pack, publishedPackages } from './publication/pack.mjs';
import { releaseFaults } from './publication/release-faults.mjs';
import { ROOT, scriptOptions } from './setup.mjs';

const USAGE = `pnpm release [options]: packs every published package, if nothing is in the way of a release. Needs a build (pnpm build).

  --tag TEXT      the tag of the release: v and the version of the packages
  --into FOLDER   where the tarballs go
  --dry-run       only says what would be published, and what is in the way
  --help`;

const options = scriptOptions(USAGE, {
  tag: { type: 'string' },
  into: { type: 'string', default: 'tarballs' },
  'dry-run': { type: 'boolean', default: false },
});
const isTrial = options['dry-run'];

const packages = publishedPackages();
const faults = releaseFaults({
  hasHome: HAS_HOME,
  tag: options.tag,
  packages,
  changelog: readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'),
  npm: npm('--version').stdout.trim(),
});
for (const fault of faults)
  console.error(`${isTrial ? 'In the way of a release' : 'Not released'}: ${fault}`);
if (faults.length > 0 && !isTrial) process.exit(1);

if (isTrial) {
  const folder = mkdtempSync(join(tmpdir(), 'offloop-release-'));
  try {
    for (const { home } of packages) show(pack(home, folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
} else {
  const folder = resolve(ROOT, options.into);
  mkdirSync(folder, { recursive: true });
  for (const { home } of packages) console.log(pack(home, folder));
}

function show(tarball) {
  const { status, stdout, stderr } = npm('publish', tarball, '--access', 'public', '--dry-run');
  console.log(`${stdout}${stderr}`);
  if (status !== 0) throw new Error(`${tarball} cannot be published`);
}

function npm(...args) {
  return spawnSync('npm', args, { cwd: ROOT, encoding: 'utf8', shell: process.platform === 'win32' });
}
