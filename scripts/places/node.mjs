// Node by itself: CommonJS, ES modules, both at once, other versions, other package managers.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { ROOT } from '../setup.mjs';
import { commonJsProgram, esModuleProgram, expectOutput, TRANSFORM, TRANSFORMED } from './project.mjs';

const MIXED = `
const required = require('offloop');
const { startMember } = require('@offloop/member');
async function main() {
  const imported = await import('offloop');
  const different = Object.keys(required).filter((name) => required[name] !== imported[name]);
  if (different.length > 0 || Object.keys(imported).length !== Object.keys(required).length) {
    throw new Error('two copies: ' + different);
  }
  for (const deep of [require('offloop/lib/HazelcastClient'), await import('offloop/lib/HazelcastClient.js')]) {
    if (deep.HazelcastClient !== required.Client) throw new Error('two copies by lib/');
  }
  if ((await import('offloop/lib/core')).UUID !== required.UUID) throw new Error('two copies by a folder of lib/');
  const member = await startMember();
  const client = await required.Client.newHazelcastClient({ network: { clusterMembers: [member.address] } });
  const map = await client.getMap('m');
  const error = await map.get('IS', { timeout: -1 }).catch((reason) => reason);
  console.log(client instanceof imported.Client, error instanceof imported.IllegalArgumentError);
  await client.shutdown();
  await member.stop();
}
main();
`;

const LONG = `
import { createRequire } from 'node:module';
import Long from 'long';
import { Client } from 'offloop';
class Other extends Long {}
const Required = createRequire(import.meta.url)('long');
const client = await Client.newHazelcastClient({
  network: { clusterMembers: [process.env.OFFLOOP_MEMBER] },
  properties: { 'hazelcast.logging.level': 'ERROR' },
});
const map = await client.getMap('longs');
await map.set('seven', Long.fromNumber(7));
const seven = await map.get('seven');
console.log(Required !== Long, seven instanceof Long, seven instanceof Required, {} instanceof Long, seven instanceof Other);
await client.shutdown();
`;

/** The README's first example, as a user pastes it. */
function readmeExample(address) {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const code = /^```js run\n([\s\S]*?)^```/m.exec(readme)[1];
  const name = /^import /m.test(code) ? 'index.mjs' : 'index.js';
  return { name, code: code.replaceAll('127.0.0.1:5701', address) };
}

/** A library that somebody wrote for the official client, and a program that gives it a client. */
const LIBRARY = {
  'store/package.json': { name: 'store', version: '1.0.0', dependencies: { 'hazelcast-client': '^5.7.0' } },
  'store/index.js':
    "exports.UUID = require('hazelcast-client').UUID;\nexports.save = (map) => map.set('k', 'v');\n",
};
const ALIASED = `
const { Client, UUID } = require('hazelcast-client');
const { HazelcastClient } = require('hazelcast-client/lib/HazelcastClient');
const store = require('store');
async function main() {
  const client = await Client.newHazelcastClient({ network: { clusterMembers: [process.env.OFFLOOP_MEMBER] } });
  const map = await client.getMap('aliased');
  await store.save(map);
  console.log(await map.get('k'), store.UUID === UUID, HazelcastClient === Client);
  await client.shutdown();
}
main();
`;

/** Where the official package has a name that is public, the installed one has the same, and enums have the same members. */
const OFFICIAL_FILES = `
const { readdirSync } = require('node:fs');
const { join } = require('node:path');
const { isDeepStrictEqual } = require('node:util');
const whole = require('offloop');
const families = [whole.Predicates, whole.Aggregators, whole.Fields];
const isEnum = (value) => typeof value === 'object' && Object.values(value).every((each) => typeof each !== 'object' && typeof each !== 'function');
const folder = process.env.OFFICIAL_LIB;
const lacking = [];
let compared = 0;
function compare(path, theirs) {
  for (const name of Object.keys(theirs)) {
    const family = families.find((each) => name in each);
    const wanted = name === 'HazelcastClient' ? whole.Client : (whole[name] ?? family?.[name]);
    if (wanted === undefined) continue;
    compared++;
    let ours;
    try {
      ours = require('offloop/lib' + path)[name];
    } catch (error) {
      ours = error.code;
    }
    if (ours !== wanted || (isEnum(theirs[name]) && !isDeepStrictEqual(ours, theirs[name]))) lacking.push(path + ' ' + name);
  }
}
for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.js')) continue;
  const path = '/' + file.replaceAll('\\\\', '/').replace(/\\.js$/, '');
  const theirs = require(join(folder, file));
  compare(path, theirs);
  compare(path + '.js', theirs);
  if (path.endsWith('/index')) compare(path.slice(0, -'/index'.length), theirs);
}
console.log(lacking.length === 0 ? 'all ' + compared + ' are there' : 'lacking: ' + lacking.join(', '));
import('offloop/lib').then((imported) => console.log('imported: ' + (imported.Client === whole.Client)));
`;

async function programs(project, node) {
  project.write({ 'app.cjs': commonJsProgram(TRANSFORM), 'app.mjs': esModuleProgram(TRANSFORM) });
  for (const file of ['app.cjs', 'app.mjs']) {
    const output = await node(file);
    expectOutput(output);
    expectOutput(output, TRANSFORMED);
  }
}

const otherNode = (major, quick) => ({
  name: `Node ${major}: require, import`,
  quick,
  async check(project) {
    const npx = ['--yes', '-p', `node@${major}`, 'node'];
    await programs(project, (file) => project.run('npx', [...npx, file]));
    return (await project.run('npx', [...npx, '-p', 'process.version'])).match(/v\d+\.\d+\.\d+/)[0];
  },
});

export const nodePlaces = {
  packages: [],
  places: [
    {
      name: 'npm init -y, first example of the README',
      quick: true,
      async check(project) {
        const { name, code } = readmeExample(project.setting.memberAddress);
        project.write({ [name]: code });
        expectOutput(await project.node(name), 'Reykjavík');
        return name;
      },
    },
    {
      name: 'this Node: require, import',
      quick: true,
      async check(project) {
        await programs(project, (file) => project.node(file));
        return process.version;
      },
    },
    {
      name: 'require and import, one copy of the classes',
      quick: true,
      async check(project) {
        project.write({ 'app.cjs': MIXED });
        expectOutput(await project.node('app.cjs'), 'true true');
      },
    },
    {
      name: 'each file of the official package',
      quick: true,
      async check(project) {
        const official = createRequire(join(ROOT, 'packages/core/package.json')).resolve('hazelcast-client');
        project.write({ 'app.cjs': OFFICIAL_FILES });
        const OFFICIAL_LIB = dirname(official);
        const output = await project.run(process.execPath, ['app.cjs'], { OFFICIAL_LIB });
        expectOutput(output, 'imported: true');
        const [all, count = ''] = /all (\d+) are there/.exec(output) ?? [];
        if (all === undefined || Number(count) < 300) throw new Error(output);
        return `${count} names`;
      },
    },
    {
      name: 'Long of require and of import',
      quick: true,
      async check(project) {
        project.write({ 'app.mjs': LONG });
        expectOutput(await project.node('app.mjs'), 'true true true false false');
        return project.version('long');
      },
    },
    {
      name: 'the command offloop-member',
      quick: true,
      async check(project) {
        expectOutput(await project.tool('offloop-member', '--help'), '--cluster-name');
      },
    },
    {
      name: 'npm overrides: in the place of hazelcast-client',
      quick: true,
      async check(project) {
        const overrides = { 'hazelcast-client': '$hazelcast-client' };
        const dependencies = {
          'hazelcast-client': `file:${project.setting.tarballs.offloop}`,
          store: 'file:./store',
        };
        project.write({ ...LIBRARY, 'app.js': ALIASED, 'package.json': { dependencies, overrides } });
        const flags = ['--prefer-offline', '--no-audit', '--no-fund', '--install-links'];
        await project.run('npm', ['install', ...flags]);
        expectOutput(await project.node('app.js'), 'v true true');
      },
    },
    {
      name: 'pnpm overrides: in the place of hazelcast-client',
      quick: true,
      async check(project) {
        const offloop = `file:${project.setting.tarballs.offloop}`;
        const dependencies = { 'hazelcast-client': offloop, store: 'file:./store' };
        // A workspace of its own, and where pnpm 10 and 11 look for overrides.
        const workspace = `packages: []\noverrides: { hazelcast-client: '${offloop}' }\n`;
        project.write({ ...LIBRARY, 'app.js': ALIASED, 'pnpm-workspace.yaml': workspace });
        project.write({ 'package.json': { dependencies } });
        await project.run('npx', ['--yes', 'pnpm@10', 'install', '--prefer-offline']);
        expectOutput(await project.node('app.js'), 'v true true');
        return (await project.run('npx', ['--yes', 'pnpm@10', '--version'])).trim().split('\n').at(-1);
      },
    },
    otherNode(20, false),
    otherNode(22, false),
    otherNode(24, true),
    otherNode(26, false),
    {
      name: 'pnpm, no warnings',
      quick: false,
      async check(project) {
        const { tarballs } = project.setting;
        project.write({
          'app/package.json': { name: 'app', version: '1.0.0', private: true },
          'app/pnpm-workspace.yaml': 'packages: []\n',
        });
        const app = project.within('app');
        const output = await app.run('npx', ['--yes', 'pnpm@10', 'add', ...Object.values(tarballs)]);
        if (/\bWARN\b|Ignored build scripts/.test(output)) throw new Error(output);
        await programs(app, (file) => app.node(file));
        return (await app.run('npx', ['--yes', 'pnpm@10', '--version'])).trim().split('\n').at(-1);
      },
    },
    {
      name: "Yarn with Plug'n'Play, no warnings",
      quick: true,
      async check(project) {
        const resolutions = Object.entries(project.setting.tarballs).map(([name, file]) => [
          name,
          `file:${file}`,
        ]);
        project.write({
          'app/package.json': {
            name: 'app',
            version: '1.0.0',
            private: true,
            dependencies: Object.fromEntries(resolutions),
          },
          'app/yarn.lock': '',
          'app/.yarnrc.yml': 'nodeLinker: pnp\nenableTelemetry: false\nenableGlobalCache: false\n',
        });
        const app = project.within('app');
        const yarn = (...args) => app.run('npx', ['--yes', '-p', '@yarnpkg/cli-dist@4', 'yarn', ...args]);
        const output = await yarn('install', '--no-immutable');
        if (/YN000[2457]|YN0076|YN0086/.test(output)) throw new Error(output);
        await programs(app, (file) => yarn('node', file));
        return (await yarn('--version')).trim().split('\n').at(-1);
      },
    },
  ],
};
