// Tarballs as a release has them.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

import { pnpmCommand, ROOT } from '../setup.mjs';
import { homeFields } from './home.mjs';

/** Name, version and folder of every package that a release publishes. */
export function publishedPackages() {
  const homes = readdirSync(join(ROOT, 'packages')).map((folder) => join(ROOT, 'packages', folder));
  return homes
    .map((home) => ({ home, manifest: JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) }))
    .filter(({ manifest }) => manifest.private !== true)
    .map(({ home, manifest }) => ({ name: manifest.name, version: manifest.version, home }));
}

/** Packs one package, which runs its `prepack`; returns the tarball's path. Throws with all that was said. */
export function pack(home, folder) {
  const work = mkdtempSync(join(folder, '.pack-'));
  try {
    const [pnpm, ...before] = pnpmCommand();
    const { filename } = printedJson(pnpm, [...before, 'pack', '--json', '--pack-destination', work], home);
    printed('tar', ['-xzf', filename], work);
    const unpacked = join(work, 'package');
    tellHome(unpacked, relative(ROOT, home).split(sep).join('/'));
    const [packed] = printedJson('npm', ['pack', '--json', '--pack-destination', folder], unpacked);
    return join(folder, packed.filename);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** What only a checkout has a use for goes, and where that is comes in. */
function tellHome(unpacked, folder) {
  const file = join(unpacked, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  delete manifest.devDependencies;
  delete manifest.scripts;
  writeFileSync(file, `${JSON.stringify({ ...manifest, ...homeFields(folder) }, null, 2)}\n`);
}

/** What the script of a package says comes before. */
function printedJson(command, args, cwd) {
  const output = printed(command, args, cwd);
  return JSON.parse(output.slice(output.search(/^[[{]$/m)));
}

function printed(command, args, cwd) {
  const shell = process.platform === 'win32';
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8', shell });
  if (status !== 0) throw error ?? new Error(`${stdout}${stderr}`);
  return stdout;
}
