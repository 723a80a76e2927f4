import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';

import { importsOf } from './support/imports.js';
import { filesBelow, ROOT } from './support/workspace.js';

// The folders inside a package, and which other folders of it each may import from; imports of types count, too. Files
// beside the folders are not held by this, and circles are looked for in structure.test.ts.
const ROOMS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'packages/runtime': {
    bytes: [],
    ring: ['bytes'],
    shared: ['ring'],
    waiting: ['ring', 'shared'],
    guard: ['shared'],
    thread: ['bytes', 'ring', 'shared', 'waiting', 'guard'],
    protocol: ['bytes', 'ring', 'shared'],
    shard: ['bytes', 'ring', 'shared', 'waiting', 'thread', 'protocol'],
    caller: ['bytes', 'ring', 'shared', 'waiting', 'guard', 'thread', 'protocol', 'shard'],
  },
  'packages/amqp': {
    wire: [],
    link: ['wire'],
    thread: ['wire', 'link'],
    client: ['wire', 'link', 'thread'],
  },
  'packages/core': {
    errors: [],
    logging: [],
    shards: [],
    tracing: ['shards'],
    sql: ['calls', 'cluster', 'errors'],
    transactions: ['calls', 'objects', 'query', 'logging', 'errors'],
    cluster: ['errors', 'logging'],
    config: ['cluster', 'errors', 'logging'],
    calls: ['shards', 'tracing', 'errors'],
    query: ['errors'],
    'load-balancing': ['config', 'cluster', 'errors', 'logging'],
    objects: ['calls', 'cluster', 'errors', 'logging'],
    transforms: ['calls', 'errors'],
    cp: ['objects', 'calls', 'logging', 'errors'],
    'cardinality-estimator': ['objects', 'calls'],
    executor: ['objects', 'calls', 'cluster', 'errors'],
    'flake-id': ['objects', 'calls', 'config', 'errors'],
    'pn-counter': ['objects', 'calls', 'cluster', 'errors'],
    list: ['objects', 'calls'],
    'multi-map': ['objects', 'calls', 'errors'],
    'replicated-map': ['objects', 'calls', 'query', 'errors'],
    map: ['objects', 'config', 'logging', 'transforms', 'calls', 'query', 'cluster', 'errors'],
    queue: ['objects', 'calls', 'errors'],
    set: ['objects', 'calls'],
    ringbuffer: ['objects', 'calls', 'errors'],
    topic: ['config', 'objects', 'calls', 'cluster', 'errors', 'logging'],
    client: [
      'list',
      'cardinality-estimator',
      'executor',
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
      'transactions',
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
      'errors',
      'logging',
    ],
  },
  'packages/wire': {
    messages: [],
    frames: [],
    codec: ['messages', 'frames'],
  },
  'packages/contract': {
    formats: [],
  },
  'packages/values': {
    errors: [],
    classes: ['errors'],
    data: ['classes', 'errors'],
    compact: ['data', 'classes', 'errors'],
    portable: ['data', 'classes', 'errors'],
    json: ['compact', 'classes', 'errors'],
    serialization: ['json', 'portable', 'compact', 'data', 'classes', 'errors'],
  },
  'packages/workers': {
    connection: [],
    listeners: ['connection'],
    'near-caches': ['connection'],
    sessions: ['connection'],
    statistics: ['connection'],
    cluster: ['connection', 'listeners'],
    completions: [],
    invocations: ['connection', 'cluster', 'completions'],
  },
  'packages/member': {
    protocol: [],
    calls: ['protocol'],
    faults: ['protocol'],
    connection: ['faults', 'calls', 'protocol'],
    query: ['calls'],
    services: ['query', 'calls', 'protocol'],
  },
  'packages/demo-server': {
    computing: [],
    catalogue: [],
    figures: [],
    http: [],
    page: ['figures'],
    block: ['figures'],
    cli: ['catalogue'],
    approaches: ['computing'],
    quote: ['http', 'catalogue', 'computing'],
    load: ['approaches', 'quote', 'figures', 'catalogue', 'computing'],
    measure: ['load', 'approaches', 'http', 'figures', 'catalogue'],
    engines: ['approaches', 'quote', 'http', 'figures', 'catalogue', 'computing'],
    routes: ['engines', 'approaches', 'quote', 'http', 'computing'],
    live: ['measure', 'load', 'block', 'approaches', 'quote', 'http', 'figures', 'catalogue', 'computing'],
    recording: ['live', 'measure', 'engines', 'block', 'approaches', 'figures', 'catalogue'],
  },
  simulation: {
    time: [],
    journal: [],
    mutants: [],
    plan: ['time'],
    exchange: ['time'],
    network: ['time'],
    threads: ['network', 'time'],
    cluster: ['network', 'exchange', 'plan', 'journal', 'time'],
    oracle: ['cluster', 'threads', 'network', 'exchange', 'plan', 'journal', 'time'],
    caller: ['oracle', 'threads', 'exchange', 'plan', 'journal', 'time'],
    life: ['caller', 'oracle', 'cluster', 'threads', 'network', 'exchange', 'plan', 'journal', 'time'],
  },
  bench: {
    clients: [],
    footprint: [],
    flame: [],
    harness: ['clients'],
    load: ['clients'],
    amqp: ['load', 'clients'],
    report: ['harness', 'load'],
    demo: ['load'],
    flush: ['load'],
    sql: ['load', 'clients'],
    structures: ['load', 'clients'],
    transactions: ['load', 'clients'],
    values: ['load', 'clients'],
    json: ['values', 'report', 'load'],
    'map-more': ['values', 'structures', 'load', 'clients'],
    workers: ['values', 'report', 'harness', 'load'],
    experiments: [
      'amqp',
      'clients',
      'demo',
      'flush',
      'footprint',
      'harness',
      'json',
      'load',
      'map-more',
      'sql',
      'structures',
      'transactions',
      'values',
      'workers',
    ],
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
