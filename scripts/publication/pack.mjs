// Tarballs as a release has them.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { pnpmCommand, ROOT } from '../setup.mjs';

/** Name and folder of every package that a release publishes. */
export function publishedPackages() {
  const homes = readdirSync(join(ROOT, 'packages')).map((folder) => join(ROOT, 'packages', folder));
  return homes
    .map((home) => ({ home, manifest: JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) }))
    .filter(({ manifest }) => manifest.private !== true)
    .map(({ home, manifest }) => ({ name: manifest.name, home }));
}

/** Packs one package, which runs its `prepack`; returns the tarball's path. Throws with all that pnpm said. */
export function pack(home, folder) {
  const [command, ...before] = pnpmCommand();
  const { status, stdout, stderr } = spawnSync(
    command,
    [...before, 'pack', '--json', '--pack-destination', folder],
    {
      cwd: home,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    },
  );
  if (status !== 0) throw new Error(`${stdout}${stderr}`);
  // What the script of the package says comes before.
  return JSON.parse(stdout.slice(stdout.search(/^\{$/m))).filename;
}
