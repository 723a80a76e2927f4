import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT: string = fileURLToPath(new URL('../../', import.meta.url));

export interface WorkspacePackage {
  readonly name: string;
  /** Relative to the root. */
  readonly folder: string;
  readonly published: boolean;
  /** Path of the `.d.ts` of each entry point that is published, relative to the package, by subpath without its `./` (`index` for `.`). */
  readonly entries: ReadonlyMap<string, string>;
  readonly dependencies: ReadonlySet<string>;
  /** What is put into its files when it is packed, if it imports it: its development dependencies. */
  readonly bundled: ReadonlySet<string>;
}

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports?: Readonly<Record<string, { readonly types?: string }>>;
  readonly publishConfig?: { readonly exports?: Readonly<Record<string, unknown>> };
  readonly scripts?: { readonly prepack?: string };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

export function workspacePackages(): WorkspacePackage[] {
  const folders = ['packages', 'examples'].flatMap((parent) =>
    readdirSync(join(ROOT, parent)).map((name) => join(parent, name)),
  );
  // Some examples are programs, and no package.
  const packages = folders.filter((folder) => existsSync(join(ROOT, folder, 'package.json')));
  return [...packages, 'bench', 'tools', 'test/chaos', 'simulation'].map(readPackage);
}

/** The folder with a package's sources; of an example that is programs alone, itself. */
export function sourceFolder(folder: string): string {
  const source = join(ROOT, folder, 'src');
  return existsSync(source) ? source : join(ROOT, folder);
}

/** Paths, relative to `folder`, of every file below it whose name ends with `ending`. Sorted. */
export function filesBelow(folder: string, ending: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending))
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted();
}

function readPackage(folder: string): WorkspacePackage {
  const manifest = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest;
  const entries = new Map<string, string>();
  const published = manifest.publishConfig?.exports ?? {};
  for (const [subpath, { types }] of Object.entries(manifest.exports ?? {})) {
    if (types !== undefined && subpath in published)
      entries.set(subpath === '.' ? 'index' : subpath.slice(2).replaceAll('/', '-'), types);
  }
  return {
    name: manifest.name,
    folder,
    published: manifest.private !== true,
    entries,
    dependencies: new Set(Object.keys(manifest.dependencies ?? {})),
    bundled: new Set(
      manifest.scripts?.prepack === undefined ? [] : Object.keys(manifest.devDependencies ?? {}),
    ),
  };
}
