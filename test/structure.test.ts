import { describe, expect, test } from 'vitest';

import { circlesOf } from './support/graph.js';
import { fileGraph, roomGraph, roomOf, sourcesOf } from './support/sources.js';
import type { SourceFile } from './support/sources.js';
import { workspacePackages } from './support/workspace.js';

describe.each(workspacePackages())('$name', ({ folder }) => {
  const sources = sourcesOf(folder);

  test('has no circle of imports between its files, those of types included', () => {
    const circles = circlesOf(fileGraph(sources));
    expect(circles.map((circle) => drawn(circle, sources))).toEqual([]);
  });

  test('has no circle of imports between its folders', () => {
    const circles = circlesOf(roomGraph(sources));
    const files = [...sources.values()];
    expect(circles.flatMap((circle) => [circle.join(' → '), ...causesOf(circle, files)])).toEqual([]);
  });
});

/** `a.ts → (types) b.ts → a.ts` */
function drawn(circle: readonly string[], sources: ReadonlyMap<string, SourceFile>): string {
  return circle.reduce((text, path, index) => {
    const typeOnly = sources.get(circle[index - 1])?.typesOf.has(path) === true;
    return `${text} → ${typeOnly ? '(types) ' : ''}${path}`;
  });
}

/** The imports that lead from one room of a circle to the next, a line each. */
function causesOf(circle: readonly string[], files: readonly SourceFile[]): string[] {
  return circle.slice(1).flatMap((next, index) => {
    const leaving = files.filter(({ path }) => roomOf(path) === circle[index]);
    return leaving.flatMap(({ path, imports, typesOf }) =>
      [...imports]
        .filter((target) => roomOf(target) === next)
        .map((target) => `  ${path} → ${typesOf.has(target) ? '(types) ' : ''}${target}`),
    );
  });
}

test('every circle is found, one of a single file too', () => {
  const graph = new Map(
    Object.entries({ top: ['a', 'd'], a: ['b'], b: ['c', 'e'], c: ['a'], d: ['e'], e: ['f'], f: ['f'] }).map(
      ([name, needed]) => [name, new Set(needed)],
    ),
  );
  expect(circlesOf(graph)).toEqual([
    ['f', 'f'],
    ['a', 'b', 'c', 'a'],
  ]);
  expect(circlesOf(new Map([['a', new Set(['b'])]]))).toEqual([]);
});

test('a folder below src is one room, and so is each file at the top', () => {
  const file = (path: string, ...imports: string[]): [string, SourceFile] => [
    path,
    { path, imports: new Set(imports), typesOf: new Set() },
  ];
  const rooms = roomGraph(
    new Map([
      file('client.ts', 'map/proxy.ts', 'map/deep/events.ts'),
      file('map/proxy.ts', 'map/deep/events.ts'),
      file('map/deep/events.ts'),
    ]),
  );
  expect(rooms).toEqual(
    new Map([
      ['client.ts', new Set(['map/'])],
      ['map/', new Set()],
    ]),
  );
});
