import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

export interface PackageSize {
  readonly megabytes: number;
  readonly files: number;
  readonly packages: number;
}

interface Manifest {
  readonly name: string;
  readonly files?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** What an installation brings: the package as published and, once each, everything that it depends on. */
export function installedSize(name: string): PackageSize {
  const seen = new Map<string, { bytes: number; files: number }>();
  const visit = (wanted: string, from: string): void => {
    const folder = folderOf(wanted, from);
    if (seen.has(folder)) return;
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
    // packages of this workspace lie here with sources and tests: only what they publish counts
    const isOurs = !folder.includes('node_modules');
    const roots = isOurs ? [...(manifest.files ?? []), 'package.json', 'README.md', 'LICENSE'] : ['.'];
    const sizes = roots
      .filter((root) => !root.startsWith('!') && existsSync(join(folder, root)))
      .flatMap((root) => sizesBelow(join(folder, root)));
    seen.set(folder, { bytes: sizes.reduce((sum, size) => sum + size, 0), files: sizes.length });
    for (const dependency of Object.keys(manifest.dependencies ?? {})) visit(dependency, folder);
  };
  visit(name, dirname(fileURLToPath(import.meta.url)));
  const all = [...seen.values()];
  return {
    megabytes: all.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6,
    files: all.reduce((sum, { files }) => sum + files, 0),
    packages: all.length,
  };
}

/** The folder of a package, found as Node finds it from the folder of the package that asks. */
function folderOf(name: string, from: string): string {
  for (const root of createRequire(join(from, 'x.js')).resolve.paths(name) ?? []) {
    const folder = join(root, name);
    if (existsSync(join(folder, 'package.json'))) return realpathSync(folder);
  }
  throw new Error(`${name} is not installed for ${from}`);
}

function sizesBelow(path: string): number[] {
  const stats = statSync(path);
  if (stats.isFile()) return path.endsWith('.tsbuildinfo') ? [] : [stats.size];
  return readdirSync(path)
    .filter((entry) => entry !== 'node_modules')
    .flatMap((entry) => sizesBelow(join(path, entry)));
}
