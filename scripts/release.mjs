// Publishes from .github/workflows/release.yml, which the registry knows: there is no token.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { HAS_HOME } from './publication/home.mjs';
import { pack, publishedPackages } from './publication/pack.mjs';
import { releaseFaults } from './publication/release-faults.mjs';
import { ROOT, scriptOptions } from './setup.mjs';

const USAGE = `pnpm release [options]: packs every published package, and publishes it with its provenance. Needs a build (pnpm build).

  --tag TEXT    the tag of the release: v and the version of the packages
  --dry-run     only says what would be published, and what is in the way
  --help`;

const options = scriptOptions(USAGE, {
  tag: { type: 'string' },
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

const folder = mkdtempSync(join(tmpdir(), 'offloop-release-'));
try {
  for (const { name, version, home } of packages) publish(`${name}@${version}`, pack(home, folder));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** A release that ended half way is begun again: what is there already is left alone. */
function publish(release, tarball) {
  if (npm('view', release, 'version').stdout.trim() !== '') return console.log(`${release} is there already`);
  const args = ['--provenance', '--access', 'public', ...(isTrial ? ['--dry-run'] : [])];
  const { status, stdout, stderr } = npm('publish', tarball, ...args);
  console.log(`${stdout}${stderr}`);
  if (status !== 0) throw new Error(`${release} was not published`);
}

function npm(...args) {
  return spawnSync('npm', args, { cwd: ROOT, encoding: 'utf8', shell: process.platform === 'win32' });
}
