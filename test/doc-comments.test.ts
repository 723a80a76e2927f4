import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { declarationsIn, exportsIn } from './support/declarations.js';
import type { Declaration } from './support/declarations.js';
import { filesBelow, ROOT } from './support/workspace.js';

/** A method a type, named after it: what they have in common is said once, above the interface. */
const ONE_METHOD_A_TYPE = [
  'CompactReader',
  'CompactWriter',
  'DataInput',
  'DataOutput',
  'GenericRecord',
  'PortableReader',
  'PortableWriter',
];

/** Of every kind some, so that a walk that goes nowhere fails. */
const SOME = [
  'Client',
  'Cluster',
  'ClientConfig',
  'RuntimeConfig',
  'CallOptions',
  'DistributedObject',
  'DistributedCollection',
  'IMap',
  'IList',
  'IQueue',
  'ISet',
  'MultiMap',
  'ReplicatedMap',
  'Ringbuffer',
  'ITopic',
  'Topic',
  'PNCounter',
  'FlakeIdGenerator',
  'CardinalityEstimator',
  'IExecutorService',
  'DurableExecutorService',
  'IScheduledExecutorService',
  'IScheduledFuture',
  'CPSubsystem',
  'FencedLock',
  'IAtomicLong',
  'IAtomicReference',
  'ICountDownLatch',
  'ISemaphore',
];

const dist = join(ROOT, 'packages/core/dist');
const values = join(ROOT, 'packages/values/dist');

const declared = new Map(
  [values, dist]
    .flatMap((folder) => filesBelow(folder, '.d.ts').map((file) => join(folder, file)))
    .flatMap((file) => declarationsIn(readFileSync(file, 'utf8')))
    .map((declaration) => [declaration.name, declaration]),
);

/** What the entry point exports, and what that is made of. */
function publicDeclarations(): Declaration[] {
  const found = new Set<Declaration>();
  const wanted = exportsIn(readFileSync(join(dist, 'index.d.ts'), 'utf8'));
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    const declaration = declared.get(name);
    if (declaration === undefined || found.has(declaration)) continue;
    found.add(declaration);
    wanted.push(...declaration.bases);
  }
  return [...found];
}

const declarations = publicDeclarations();
const isSettings = ({ name }: Declaration): boolean => name.endsWith('Config');

test('the walk reaches every structure, the client and its configuration', () => {
  const names = declarations.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(SOME));
  expect(names).toEqual(expect.arrayContaining(ONE_METHOD_A_TYPE));
});

test('every public method says what it does', () => {
  const silent = declarations
    .filter(({ name }) => !ONE_METHOD_A_TYPE.includes(name))
    .flatMap(({ name, members }) =>
      members
        .filter(({ isMethod, isDescribed }) => isMethod && !isDescribed)
        .map((each) => `${name}.${each.name}`),
    );
  expect(silent).toEqual([]);
});

test('every option of the configuration says what it means', () => {
  const silent = declarations
    .filter(isSettings)
    .flatMap(({ name, members }) =>
      members.filter(({ isDescribed }) => !isDescribed).map((each) => `${name}.${each.name}`),
    );
  expect(silent).toEqual([]);
});

test('every interface with methods, every section of the configuration, and each family of methods says what it is for', () => {
  const silent = declarations.filter(
    (each) => !each.isDescribed && (isSettings(each) || each.members.some(({ isMethod }) => isMethod)),
  );
  expect(silent.map(({ name }) => name)).toEqual([]);
});
