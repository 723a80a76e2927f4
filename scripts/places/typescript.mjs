// TypeScript, with the types of libraries checked too, and Jest, plain and by ts-jest.
import { FILES, FOLDERS } from '../publication/deep-names.mjs';
import { expectOutput } from './project.mjs';

const PROGRAM = `
import Long = require('long');
import { Client, HazelcastError, UUID, type ClientConfig, type IMap } from 'offloop';
import { startMember, type Member } from '@offloop/member';
import { HazelcastClient } from 'offloop/lib/HazelcastClient';
import type { MultiMap } from 'offloop/lib/proxy';
import { instanceOf } from 'offloop/lib/core/Predicate.js';
import { INT32, type Field } from 'offloop/lib/serialization/generic_record/Fields';

export type Deep = [MultiMap<string, number>, ReturnType<typeof instanceOf>, Field<number>, typeof INT32];

export async function main(): Promise<void> {
  const member: Member = await startMember();
  const config: ClientConfig = { network: { clusterMembers: [member.address] } };
  const client: HazelcastClient = await Client.newHazelcastClient(config);
  const map: IMap<string, { since: number }> = await client.getMap<string, { since: number }>('m');
  await map.set('IS', { since: 1944 });
  const value: { since: number } = await map.get('IS');
  const nulls: IMap<string, { since: number }, null> = map;
  // @ts-expect-error by that type argument it may be null
  const none: { since: number } = await nulls.get('IS');
  // @ts-expect-error a number is not a string, and the types are not any
  const wrong: string = value.since;
  const long: Long = await (await client.getCPSubsystem().getAtomicLong('l')).get();
  console.log(wrong, none, long.toNumber(), HazelcastError.name, UUID.name);
  await client.shutdown();
  await member.stop();
}
`;
const ES_PROGRAM = PROGRAM.replace("import Long = require('long')", "import Long from 'long'");
/** A program as it would be written for the official client. */
const OFFICIAL_PROGRAM = PROGRAM.replaceAll("from 'offloop", "from 'hazelcast-client");

/** A program that names all that the official package declares, where it does. */
const ALL_NAMES = [
  "export * as all from 'offloop/lib';",
  ...FOLDERS.map((folder, index) => `export * as folder${index} from 'offloop/lib/${folder}';`),
  ...Object.entries(FILES)
    .filter(([, names]) => names.length > 0)
    .map(([path, names], index) => {
      const list = names.map((name) => `${name} as ${name}${index}`);
      return `export { ${list.join(', ')} } from 'offloop/lib/${path}';`;
    }),
].join('\n');

export const NODE10 = { module: 'commonjs', moduleResolution: 'node10' };
const NODE16 = { module: 'node16', moduleResolution: 'node16' };
export const NODENEXT = { module: 'nodenext', moduleResolution: 'nodenext' };
const BUNDLER = { module: 'esnext', moduleResolution: 'bundler' };
const OLD = [NODE10, { ...NODE10, esModuleInterop: true }, NODE16, NODENEXT, BUNDLER];

/** Checks all types, by each way to resolve modules. @param filesOf the files for a way. */
export async function compile(project, alias, resolutions, filesOf) {
  const checked = { strict: true, skipLibCheck: false, noEmit: true, target: 'es2022', types: ['node'] };
  await Promise.all(
    resolutions.map((options, index) => {
      const config = `tsconfig.${index}.json`;
      project.write({ [config]: { compilerOptions: { ...options, ...checked }, files: filesOf(options) } });
      return project.node(`${project.setting.modules()}/${alias}/bin/tsc`, '-p', config);
    }),
  );
  return project.version(alias);
}

const typescript = (range, alias, resolutions, quick) => ({
  name: `TypeScript ${range}: ${[...new Set(resolutions.map(({ moduleResolution }) => moduleResolution))].join(', ')}`,
  quick,
  check(project) {
    project.write({ 'app.ts': PROGRAM, 'es/app.mts': ES_PROGRAM });
    return compile(project, alias, resolutions, ({ module }) => [
      ...(module === 'esnext' ? [] : ['app.ts']),
      ...(module === 'commonjs' ? [] : ['es/app.mts']),
    ]);
  },
});

const TEST = `
let member, client;
beforeAll(async () => {
  member = await startMember();
  client = await Client.newHazelcastClient({
    network: { clusterMembers: [member.address] },
    properties: { 'hazelcast.logging.level': 'ERROR' },
    runtime: { workers: 1 },
  });
});
afterAll(async () => {
  await client.shutdown();
  await member.stop();
});
test('what is set is got', async () => {
  const map = await client.getMap('m');
  await map.set('IS', { since: [1944] });
  expect(await map.get('IS')).toEqual({ since: [1944] });
  await map.set('bytes', Buffer.from('abc'));
  expect(await map.get('bytes')).toEqual(Buffer.from('abc'));
  await map.set('long', 'x'.repeat(3_000_000));
  expect(await map.get('long')).toHaveLength(3_000_000);
  await expect(map.get('IS', { timeout: -1 })).rejects.toThrow(IllegalArgumentError);
  const first = defineTransform('data:text/javascript,export default ({ since }) => since[0]');
  expect(await map.getTransformed('IS', first)).toBe(1944);
});
`;
const JS_TEST = `
const { Client, defineTransform, IllegalArgumentError } = require('offloop');
const { startMember } = require('@offloop/member');
${TEST}`;
const TS_TEST = `
import { Client, defineTransform, IllegalArgumentError } from 'offloop';
import { startMember, type Member } from '@offloop/member';
${TEST.replace('let member, client;', 'let member: Member, client: Client;')}`;

export const typescriptPlaces = {
  packages: [
    'ts57@npm:typescript@~5.7',
    'ts59@npm:typescript@~5.9',
    'ts7@npm:typescript@7',
    '@types/node@20',
  ],
  places: [
    typescript('5.7', 'ts57', [NODE10, NODENEXT], true),
    // No node10 any more.
    typescript('7', 'ts7', [NODE16, NODENEXT, BUNDLER], true),
    typescript('5.7', 'ts57', OLD, false),
    typescript('5.9', 'ts59', OLD, false),
    {
      name: 'TypeScript 5.7, each file of the official package',
      quick: true,
      check(project) {
        project.write({ 'app.ts': ALL_NAMES });
        return compile(project, 'ts57', [NODE10, NODE16, BUNDLER], () => ['app.ts']);
      },
    },
    {
      name: 'TypeScript 5.7, installed as hazelcast-client',
      quick: true,
      async check(project) {
        const dependencies = { 'hazelcast-client': `file:${project.setting.tarballs.offloop}` };
        project.write({ 'package.json': { dependencies }, 'app.ts': OFFICIAL_PROGRAM });
        await project.run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund']);
        return compile(project, 'ts57', [NODE10, NODE16], () => ['app.ts']);
      },
    },
  ],
};

export const jestPlaces = {
  packages: ['jest@30', 'ts-jest@29', 'typescript@~5.9', '@types/jest@30', '@types/node@20'],
  places: [
    {
      name: 'Jest, its defaults',
      quick: true,
      async check(project) {
        project.write({ 'package.json': {}, 'map.test.js': JS_TEST });
        expectOutput(await project.tool('jest'), '1 passed, 1 total');
        return project.version('jest');
      },
    },
    {
      name: 'ts-jest, its defaults',
      quick: true,
      async check(project) {
        project.write({ 'package.json': { jest: { preset: 'ts-jest' } }, 'map.test.ts': TS_TEST });
        project.write({ 'tsconfig.json': { compilerOptions: { strict: true, esModuleInterop: true } } });
        expectOutput(await project.tool('jest'), '1 passed, 1 total');
        return project.version('ts-jest');
      },
    },
  ],
};
