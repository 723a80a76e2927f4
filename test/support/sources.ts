import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

import type { Graph } from './graph.js';
import { importsOf } from './imports.js';
import { filesBelow, sourceFolder } from './workspace.js';

export interface SourceFile {
  /** Relative to the package's `src`. */
  readonly path: string;
  /** The files of the same package that it imports, by path, those of which it takes types alone included. */
  readonly imports: ReadonlySet<string>;
  /** Those of {@link imports} that it takes nothing but types of. */
  readonly typesOf: ReadonlySet<string>;
}

/** The TypeScript files of a package, by path. */
export function sourcesOf(folder: string): ReadonlyMap<string, SourceFile> {
  const source = sourceFolder(folder);
  const paths = filesBelow(source, '.ts').filter((path) => !/^(test|node_modules)\//.test(path));
  return new Map(paths.map((path) => [path, read(source, path, new Set(paths))]));
}

function read(source: string, path: string, known: ReadonlySet<string>): SourceFile {
  const text = readFileSync(join(source, path), 'utf8');
  const imports = new Set<string>();
  const valuesOf = new Set<string>();
  for (const { specifier, typeOnly } of importsOf(text)) {
    const target = posix.join(dirname(path), specifier.replace(/\.js$/, '.ts'));
    if (!specifier.startsWith('.') || !known.has(target)) continue;
    imports.add(target);
    if (!typeOnly) valuesOf.add(target);
  }
  const typesOf = new Set([...imports].filter((target) => !valuesOf.has(target)));
  return { path, imports, typesOf };
}

export function fileGraph(sources: ReadonlyMap<string, SourceFile>): Graph {
  return new Map(Array.from(sources.values(), ({ path, imports }) => [path, imports]));
}

/** The rooms of a package: the folders directly below `src`, each with all that is in it, and each file at the top. */
export function roomGraph(sources: ReadonlyMap<string, SourceFile>): Graph {
  const graph = new Map<string, Set<string>>();
  for (const { path, imports } of sources.values()) {
    const room = roomOf(path);
    const needed = graph.get(room) ?? new Set();
    graph.set(room, needed);
    for (const target of Array.from(imports, roomOf)) if (target !== room) needed.add(target);
  }
  return graph;
}

/** `map/proxy.ts` → `map/`; `client.ts` → `client.ts`. */
export function roomOf(path: string): string {
  const slash = path.indexOf('/');
  return slash === -1 ? path : path.slice(0, slash + 1);
}
