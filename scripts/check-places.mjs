// pnpm check:places [--all] [--only TEXT] [--keep]: packs what a release would publish, and in fresh projects installs it,
// builds and runs a program by the tools that people use. Needs a build and the registry. Prints a table with the tools' versions.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import { amqpPlaces, nestPlaces } from './places/amqp.mjs';
import { bundlerPlaces, esbuildPlaces } from './places/bundlers.mjs';
import { nextPlaces } from './places/next.mjs';
import { nodePlaces } from './places/node.mjs';
import { Project, Skipped } from './places/project.mjs';
import { runtimePlaces } from './places/runtimes.mjs';
import { seaPlaces } from './places/sea.mjs';
import { jestPlaces, typescriptPlaces } from './places/typescript.mjs';
import { pack, publishedPackages } from './publication/pack.mjs';
import { scriptOptions } from './setup.mjs';

const USAGE = `pnpm check:places [options]

Without options: the places that are quick.

  --all         all places
  --only TEXT   the places whose name contains TEXT
  --keep        leave the projects
  --help`;

const options = scriptOptions(USAGE, {
  all: { type: 'boolean', default: false },
  only: { type: 'string', default: '' },
  keep: { type: 'boolean', default: false },
});

const GROUPS = {
  nestPlaces,
  amqpPlaces,
  nodePlaces,
  typescriptPlaces,
  jestPlaces,
  esbuildPlaces,
  bundlerPlaces,
  nextPlaces,
  seaPlaces,
  runtimePlaces,
};

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'offloop-places-')));
const { startMember } = await import('../packages/member/dist/index.js');
const { RabbitmqBroker } = await import('../tools/dist/index.js');
const member = await startMember();
const broker = await startBroker();
let deployed = 0;
const setting = {
  tarballs: Object.fromEntries(
    publishedPackages()
      .filter(({ name }) => name !== '@offloop/runtime')
      .map(({ name, home }) => [name, pack(home, folder)]),
  ),
  memberAddress: member.address,
  brokerUrl: broker?.url,
  deployments: join(folder, 'deployed'),
  next: () => String(++deployed),
};
const results = [];
const waiting = Object.entries(GROUPS).values();
try {
  await Promise.all([lane(), lane()]);
} finally {
  await Promise.all([member.stop(), broker?.stop()]);
  if (options.keep) console.log(`Kept: ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
}

const width = Math.max(...results.map(({ name }) => name.length));
console.log('');
for (const { name, outcome, version, seconds } of results) {
  console.log(`${outcome.padEnd(7)} ${name.padEnd(width)} ${seconds.padStart(6)} s  ${version}`);
}
process.exitCode = results.length > 0 && results.every(({ outcome }) => outcome !== 'FAILED') ? 0 : 1;

/** A broker; undefined where there is none. */
async function startBroker() {
  try {
    return await RabbitmqBroker.start();
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** One group after another: half of the time is the registry's. */
async function lane() {
  for (const [name, group] of waiting) await visit(name, group);
}

async function visit(groupName, { packages, places }) {
  const chosen = places.filter(
    ({ name, quick }) => name.includes(options.only) && (quick || options.all || options.only !== ''),
  );
  if (chosen.length === 0) return;
  const root = new Project(join(folder, groupName), {
    ...setting,
    modules: () => join(folder, groupName, 'node_modules'),
    root: () => join(folder, groupName),
    relative: (project) => relative(join(folder, groupName), project.folder),
  });
  await timed(`${groupName}: npm install`, () =>
    root.install(typeof packages === 'function' ? packages(setting) : packages),
  );
  for (const { name, check } of chosen) {
    await timed(name, () => check(root.within(name.replace(/[^\w.]+/g, '-'))));
  }
}

async function timed(name, work) {
  const begun = performance.now();
  let outcome = 'works';
  let version;
  try {
    version = await work();
  } catch (reason) {
    outcome = reason instanceof Skipped ? 'SKIPPED' : 'FAILED';
    console.error(`\n${name}:\n${reason.message}`);
  }
  results.push({
    name,
    outcome,
    version: version ?? '',
    seconds: ((performance.now() - begun) / 1000).toFixed(1),
  });
}
