import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startMember } from '@offloop/member';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { additionsIn, withAddition } from './support/recipe.js';
import { ROOT } from './support/workspace.js';

const run = promisify(execFile);

const page = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
const read = (file: string): string => readFileSync(join(ROOT, 'packages', file), 'utf8');

describe('the steps for a new operation', () => {
  let packages: string;

  beforeAll(() => {
    // Inside the project, so that the copy finds other packages as the original does.
    const cache = join(ROOT, '.cache');
    mkdirSync(cache, { recursive: true });
    packages = mkdtempSync(join(cache, 'recipe-'));
    for (const part of ['src', 'package.json']) {
      cpSync(join(ROOT, 'packages/core', part), join(packages, 'core', part), { recursive: true });
    }
    symlinkSync(join(ROOT, 'packages/core/node_modules'), join(packages, 'core/node_modules'), 'junction');
    const config = {
      extends: join(ROOT, 'tsconfig.base.json'),
      compilerOptions: { rootDir: 'src', outDir: 'dist', composite: false },
      include: ['src'],
    };
    writeFileSync(join(packages, 'core/tsconfig.json'), JSON.stringify(config));
  });

  afterAll(() => {
    rmSync(packages, { recursive: true });
  });

  test('give a client that compiles, and has the method', async () => {
    const change = (file: string, changed: (source: string) => string): void => {
      const path = join(packages, file);
      writeFileSync(path, changed(readFileSync(path, 'utf8')));
    };
    for (const addition of additionsIn(page)) {
      change(addition.file, (source) => {
        const without = source.replace(`${addition.lines.join('\n')}\n`, '');
        expect(without).not.toBe(source);
        return withAddition(without, addition);
      });
    }

    const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
    await run(process.execPath, [compiler, '-p', join(packages, 'core')]).catch(
      (error: { stdout: string }) => {
        throw new Error(`the copy does not compile: ${error.stdout}`);
      },
    );

    const program = join(packages, 'core/program.mjs');
    writeFileSync(
      program,
      `import { Client } from './dist/index.js';
       const client = await Client.newHazelcastClient({ network: { clusterMembers: [process.argv[2]] }, properties: { 'hazelcast.logging.level': 'OFF' } });
       const map = await client.getMap('m');
       await map.set('key', 'there');
       console.log(await map.containsValue('there'), await map.containsValue('elsewhere'));
       await map.containsValue(null).catch((error) => console.log(error.name));
       await client.shutdown();`,
    );
    const member = await startMember();
    try {
      const { stdout } = await run(process.execPath, [program, member.address], { timeout: 30_000 });
      expect(stdout).toBe('true false\nIllegalArgumentError\n');
    } finally {
      await member.stop();
    }
  });
});

test('every file that the page names is there', () => {
  const named = Array.from(
    page.matchAll(/`([\w./-]+\/[\w.-]+\.(?:m?[jt]s|json|md))`/g),
    ([, file = '']) => file,
  );
  const missing = named.filter(
    (file) => !existsSync(join(ROOT, file)) && !existsSync(join(ROOT, 'packages', file)),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(missing).toEqual([]);
});

test('what the page shows of the set stands in its sources', () => {
  const [, block = ''] = /## Adding a structure[^]*?```ts\n([^]*?)```/.exec(page) ?? [];
  const shown = block.split('\n').filter((line) => line.trim() !== '');
  const source = read('core/src/set/set-proxy.ts').split('\n');
  expect(shown.length).toBeGreaterThan(10);
  expect(shown.filter((line) => !source.includes(line))).toEqual([]);
});

test('the line by which the page makes users get a set stands in the file that it names', () => {
  const [, file = '', line = ''] = /`(core\/[\w/-]+\.ts)`: `getSet`, which is `([^`]+)`/.exec(page) ?? [];
  expect(line).toContain('setService');
  expect(read(file)).toContain(line);
});

describe('an addition of a recipe', () => {
  const block = ['```ts recipe', '// core/src/a.ts', 'const m = {', '  b: 1,', '};', '```'].join('\n');
  const addition = { file: 'core/src/a.ts', below: 'const m = {', lines: ['  b: 1,'] };

  test('is read from its block', () => {
    expect(additionsIn(`Text\n${block}\n`)).toEqual([addition]);
    expect(additionsIn(block.replace(' recipe', ''))).toEqual([]);
  });

  test('is made below its line', () => {
    expect(withAddition('const m = {\n  a: 0,\n};', addition)).toBe('const m = {\n  b: 1,\n  a: 0,\n};');
  });

  test('is an error without its line, and where there are two', () => {
    expect(() => withAddition('', addition)).toThrow("core/src/a.ts has 0 lines 'const m = {'");
    expect(() => withAddition('const m = {\nconst m = {', addition)).toThrow('has 2 lines');
  });
});
