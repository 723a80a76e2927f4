import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createRequire } from 'node:module';
import { lower, type Figure } from '../experiment.js';

/** The sizes of a package. */
export interface PackageSize {
  readonly megabytes: number;
  readonly files: number;
  readonly packages: number;
}

/** The figures of a {@link PackageSize}, and of its tarball. */
export const SIZE_FIGURES: readonly Figure[] = [
  lower('packedKb', 'Packed size, kB', { note: 'The tarball of the package alone.' }),
  lower('megabytes', 'Installed size with dependencies, MB', {
    headline: true,
    note: 'Files as published, maps and types included.',
  }),
  lower('files', 'Installed files'),
  lower('packages', 'Installed packages'),
];

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Returns the size of an installation in a folder: the package and, once each, everything that it depends on. */
export function installedSize(name: string, installedIn: string): PackageSize {
  const seen = new Map<string, { bytes: number; files: number }>();
  const visit = (wanted: string, from: string): void => {
    const folder = folderOf(wanted, from);
    if (seen.has(folder)) return;
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
    const sizes = sizesBelow(folder);
    seen.set(folder, { bytes: sizes.reduce((sum, size) => sum + size, 0), files: sizes.length });
    for (const dependency of Object.keys(manifest.dependencies ?? {})) visit(dependency, folder);
  };
  visit(name, installedIn);
  const all = [...seen.values()];
  return {
    megabytes: all.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6,
    files: all.reduce((sum, { files }) => sum + files, 0),
    packages: all.length,
  };
}

/** Returns the folder of a package, found as Node.js finds it from the folder of the package that imports it. */
function folderOf(name: string, from: string): string {
  for (const root of createRequire(join(from, 'x.js')).resolve.paths(name) ?? []) {
    const folder = join(root, name);
    if (existsSync(join(folder, 'package.json'))) return realpathSync(folder);
  }
  throw new Error(`${name} is not installed for ${from}`);
}

function sizesBelow(path: string): number[] {
  const stats = statSync(path);
  if (stats.isFile()) return [stats.size];
  return readdirSync(path)
    .filter((entry) => entry !== 'node_modules')
    .flatMap((entry) => sizesBelow(join(path, entry)));
}
