import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startMember } from '@offloop/member';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { additionsIn, withAddition } from './support/recipe.js';
import { ROOT } from './support/workspace.js';

const run = promisify(execFile);

const page = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');

/** A recipe's heading, the program that shows what the lines of the recipe give, and what it prints. */
interface Followed {
  readonly recipe: string;
  /** The package that the program belongs to. */
  readonly of: 'core' | 'values';
  /** It stands beside `dist` of the copied package, and gets the address of a member. */
  readonly program: string;
  readonly prints: string;
}

const CONNECTED = `import { Client } from './dist/index.js';
  const client = await Client.newHazelcastClient({ network: { clusterMembers: [process.argv[2]] }, properties: { 'hazelcast.logging.level': 'OFF' } });`;

const FOLLOWED: readonly Followed[] = [
  {
    recipe: 'Adding an operation',
    of: 'core',
    program: `${CONNECTED}
      const map = await client.getMap('m');
      await map.set('key', 'there');
      console.log(await map.containsValue('there'), await map.containsValue('elsewhere'));
      try { await map.containsValue(null); } catch (error) { console.log(error.constructor.name); }
      await client.shutdown();`,
    prints: 'true false\nAssertionError\n',
  },
  {
    recipe: 'Adding a structure',
    of: 'core',
    program: `${CONNECTED}
      const set = await client.getSet('s');
      console.log(set.getServiceName(), await set.add('item'), await set.add('item'));
      await set.add(null).catch((error) => console.log(error.constructor.name));
      await client.shutdown();`,
    prints: 'hz:impl:setService true false\nIllegalArgumentError\n',
  },
  {
    recipe: 'Adding a type',
    of: 'values',
    program: `import { DataDecoder, DataEncoder, DEFAULT_SERIALIZATION, LocalDate, toData } from './dist/index.js';
      const bytes = toData(new LocalDate(2026, 11, 26), new DataEncoder(DEFAULT_SERIALIZATION));
      const value = new DataDecoder(DEFAULT_SERIALIZATION).decodeData(bytes, 0, bytes.length);
      console.log(bytes.readInt32BE(4), value instanceof LocalDate, String(value));`,
    prints: '-51 true 2026-11-26\n',
  },
  {
    recipe: 'Adding an option',
    of: 'core',
    program: `import { loadConfig } from './dist/index.js';
      import { resolveConfig } from './dist/config/client-config.js';
      import { shardOptions } from './dist/client/shard-options.js';
      const told = (config) => shardOptions(resolveConfig(config), [], null, '', [''], 1).settings.redoOperation;
      console.log(told({}), told({ network: { redoOperation: true } }));
      console.log((await loadConfig({ env: { HZCLIENT_NETWORK_REDOOPERATION: 'true' } })).network);
      try { resolveConfig({ network: { redoOperation: 1 } }); } catch (error) { console.log(error.details); }`,
    prints:
      "false true\n[Object: null prototype] { redoOperation: true }\n{ option: 'network.redoOperation', accepted: 'true or false' }\n",
  },
];

describe.each(FOLLOWED)('the recipe "$recipe"', ({ recipe, of, program, prints }) => {
  const additions = additionsIn(sectionOf(recipe));
  const changed = [...new Set(additions.map(({ file }) => file.split('/', 1)[0]))];
  let packages: string;

  beforeAll(() => {
    // Inside the project, so that the copies find other packages as the originals do.
    const cache = join(ROOT, '.cache');
    mkdirSync(cache, { recursive: true });
    packages = mkdtempSync(join(cache, 'recipe-'));
    for (const each of changed) copyPackage(each, packages);
  });

  afterAll(() => {
    rmSync(packages, { recursive: true });
  });

  test('gives packages that compile, and do what it says', async () => {
    expect(changed).toContain(of);
    for (const addition of additions) {
      const path = join(packages, addition.file);
      const source = readFileSync(path, 'utf8');
      const without = source.replace(`${addition.lines.join('\n')}\n`, '');
      expect(without, `${addition.file}: ${addition.lines[0]}`).not.toBe(source);
      writeFileSync(path, withAddition(without, addition));
    }
    for (const each of changed) await compile(join(packages, each));

    writeFileSync(join(packages, of, 'program.mjs'), program);
    const member = await startMember();
    try {
      const { stdout } = await run(
        process.execPath,
        [join(packages, of, 'program.mjs'), member.address],
        // An empty folder: there may be a configuration in the project's.
        { cwd: packages, timeout: 30_000 },
      );
      expect(stdout).toBe(prints);
    } finally {
      await member.stop();
    }
  });
});

function sectionOf(heading: string): string {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  return section.split('\n## ', 1)[0];
}

function copyPackage(name: string, packages: string): void {
  for (const part of ['src', 'package.json']) {
    cpSync(join(ROOT, 'packages', name, part), join(packages, name, part), { recursive: true });
  }
  symlinkSync(join(ROOT, 'packages', name, 'node_modules'), join(packages, name, 'node_modules'), 'junction');
  const config = {
    extends: join(ROOT, 'tsconfig.base.json'),
    compilerOptions: { rootDir: 'src', outDir: 'dist', composite: false },
    include: ['src'],
  };
  writeFileSync(join(packages, name, 'tsconfig.json'), JSON.stringify(config));
}

async function compile(folder: string): Promise<void> {
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  await run(process.execPath, [compiler, '-p', folder]).catch((error: { stdout: string }) => {
    throw new Error(`the copy does not compile: ${error.stdout}`);
  });
}

test('every recipe is followed', () => {
  const recipes = Array.from(page.matchAll(/^## (Adding .+)$/gm), ([, heading]) => heading);
  expect(recipes).toEqual(FOLLOWED.map(({ recipe }) => recipe));
});
