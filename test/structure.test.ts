import { dirname, posix } from 'node:path';
import { describe, expect, test } from 'vitest';

import { circlesOf, longestWay } from './support/graph.js';
import { fileGraph, roomGraph, roomOf, sourcesOf, withoutEntries } from './support/sources.js';
import type { SourceFile } from './support/sources.js';
import { workspacePackages } from './support/workspace.js';

const MOST_FLOORS = 6;
const MOST_FILES = 20;

describe.each(workspacePackages())('$name', ({ folder }) => {
  const sources = sourcesOf(folder);
  const files = [...sources.values()];

  test('has no circle of imports between its files, those of types included', () => {
    const circles = circlesOf(fileGraph(sources));
    expect(circles.map((circle) => drawn(circle, sources))).toEqual([]);
  });

  test('has no circle of imports between its folders', () => {
    const circles = circlesOf(roomGraph(sources));
    expect(circles.flatMap((circle) => [circle.join(' → '), ...causesOf(circle, files)])).toEqual([]);
  });

  test(`has at most ${MOST_FLOORS} floors`, () => {
    const floors = longestWay(withoutEntries(roomGraph(sources)));
    expect(floors.length > MOST_FLOORS ? floors : []).toEqual([]);
  });

  test(`has at most ${MOST_FILES} files in a folder`, () => {
    const counts = new Map<string, number>();
    for (const path of sources.keys()) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
    const full = [...counts].filter(([, count]) => count > MOST_FILES);
    expect(full.map(([path, count]) => `${posix.join('src', path)}: ${count} files`)).toEqual([]);
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

describe('the measures', () => {
  const graph = new Map(
    Object.entries({ top: ['a', 'd'], a: ['b'], b: ['c', 'e'], c: ['a'], d: ['e'], e: ['f'], f: ['f'] }).map(
      ([name, needed]) => [name, new Set(needed)],
    ),
  );

  test('find every circle, one of a single file too', () => {
    expect(circlesOf(graph)).toEqual([
      ['f', 'f'],
      ['a', 'b', 'c', 'a'],
    ]);
  });

  test('count what is on one circle as one floor', () => {
    expect(longestWay(graph)).toEqual(['top', 'a + b + c', 'e', 'f']);
  });

  test('find none in what has none', () => {
    expect(circlesOf(new Map([['a', new Set(['b'])]]))).toEqual([]);
    expect(longestWay(new Map([['a', new Set(['b'])]]))).toEqual(['a', 'b']);
    expect(longestWay(new Map())).toEqual([]);
  });

  test('take a folder below src for one room, and each file at the top', () => {
    const file = (path: string, ...imports: string[]): [string, SourceFile] => [
      path,
      { path, imports: new Set(imports), typesOf: new Set() },
    ];
    const rooms = roomGraph(
      new Map([
        file('index.ts', 'client.ts', 'map/proxy.ts'),
        file('client.ts', 'map/proxy.ts', 'map/deep/events.ts'),
        file('map/proxy.ts', 'map/deep/events.ts'),
        file('map/deep/events.ts'),
      ]),
    );
    expect(rooms).toEqual(
      new Map([
        ['index.ts', new Set(['client.ts', 'map/'])],
        ['client.ts', new Set(['map/'])],
        ['map/', new Set()],
      ]),
    );
    expect([...withoutEntries(rooms).keys()]).toEqual(['client.ts', 'map/']);
  });
});
