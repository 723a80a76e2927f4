import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';

import { importsOf } from './support/imports.js';
import { filesBelow, ROOT } from './support/workspace.js';

// The folders inside a package, and which other folders of it each may import from; imports of types count, too. Files
// beside the folders are not held by this, and circles are looked for in structure.test.ts.
const ROOMS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'packages/runtime': {
    ring: [],
    shared: ['ring'],
    thread: ['ring', 'shared'],
    protocol: ['ring', 'shared'],
    shard: ['ring', 'shared', 'thread', 'protocol'],
    caller: ['ring', 'shared', 'thread', 'protocol', 'shard'],
  },
  'packages/core': {
    errors: [],
    logging: [],
    values: ['errors'],
    shards: [],
    tracing: ['shards'],
    sql: ['calls', 'cluster', 'values', 'errors'],
    cluster: ['values', 'errors', 'logging'],
    config: ['cluster', 'values', 'errors', 'logging'],
    calls: ['shards', 'tracing', 'values', 'errors'],
    query: ['values', 'errors'],
    'load-balancing': ['config', 'cluster', 'values', 'errors', 'logging'],
    objects: ['calls', 'cluster', 'values', 'errors', 'logging'],
    transforms: ['calls', 'values', 'errors'],
    cp: ['objects', 'calls', 'logging', 'values', 'errors'],
    'flake-id': ['objects', 'calls', 'config', 'values', 'errors'],
    'pn-counter': ['objects', 'calls', 'cluster', 'values', 'errors'],
    list: ['objects', 'calls', 'values'],
    'multi-map': ['objects', 'calls', 'values', 'errors'],
    'replicated-map': ['objects', 'calls', 'query', 'values', 'errors'],
    map: ['objects', 'config', 'logging', 'transforms', 'calls', 'query', 'cluster', 'values', 'errors'],
    queue: ['objects', 'calls', 'errors'],
    set: ['objects', 'calls'],
    ringbuffer: ['objects', 'calls', 'values', 'errors'],
    topic: ['config', 'objects', 'calls', 'cluster', 'values', 'errors', 'logging'],
    client: [
      'list',
      'cp',
      'flake-id',
      'map',
      'queue',
      'set',
      'multi-map',
      'replicated-map',
      'ringbuffer',
      'sql',
      'topic',
      'objects',
      'pn-counter',
      'transforms',
      'calls',
      'shards',
      'tracing',
      'query',
      'load-balancing',
      'config',
      'cluster',
      'values',
      'errors',
      'logging',
    ],
  },
  'packages/workers': {
    control: [],
    connection: ['control'],
    listeners: ['connection', 'control'],
    'near-caches': ['connection', 'control'],
    sessions: ['connection', 'control'],
    statistics: ['connection', 'control'],
    cluster: ['connection', 'listeners', 'control'],
    completions: ['control'],
    invocations: ['connection', 'cluster', 'completions', 'control'],
  },
  'examples/redis': {
    protocol: [],
    agent: ['protocol'],
  },
};

interface Edge {
  readonly from: string;
  readonly to: string;
}

/** Every import of one file of the package by another, by their paths below its sources. */
function edgesIn(folder: string): Edge[] {
  const source = join(ROOT, folder, 'src');
  return filesBelow(source, '.ts').flatMap((from) =>
    importsOf(readFileSync(join(source, from), 'utf8'))
      .filter(({ specifier }) => specifier.startsWith('.'))
      .map(({ specifier }) => ({
        from,
        to: posix.join(posix.dirname(from), specifier).replace(/\.js$/, '.ts'),
      })),
  );
}

function roomOf(file: string): string | undefined {
  return file.includes('/') ? file.slice(0, file.indexOf('/')) : undefined;
}

test.each(Object.entries(ROOMS))(
  'the folders of %s import each other in the one allowed direction only',
  (folder, rooms) => {
    const wrong = edgesIn(folder).filter(({ from, to }) => {
      const [room, target] = [roomOf(from), roomOf(to)];
      if (room === undefined || target === undefined || room === target) return false;
      return !(rooms[room]?.includes(target) ?? false);
    });
    expect(wrong).toEqual([]);
  },
);
