import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { runNode } from './support/run-node.js';
import { ROOT } from './support/workspace.js';

// A rule that needs types says nothing at all when it does not get them, so each rule this project relies on is
// shown a violation of it, under the project's own configuration, in a folder inside the project.
let folder: string;

beforeAll(() => {
  const cache = join(ROOT, '.cache');
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, 'lint-'));
  const config = {
    extends: join(ROOT, 'tsconfig.base.json'),
    compilerOptions: { types: [] },
    include: ['.'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** The names of the rules that oxlint reports for a file, and its exit code. */
async function lint(name: string, source: string): Promise<{ rules: string[]; status: number | null }> {
  writeFileSync(join(folder, name), source);
  const oxlint = join(ROOT, 'node_modules', 'oxlint', 'bin', 'oxlint');
  const args = [oxlint, '--type-aware', '-c', join(ROOT, '.oxlintrc.json'), '-f', 'json', join(folder, name)];
  const { stdout, status } = await runNode(args);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string }[] };
  return { rules: diagnostics.map(({ code }) => code), status };
}

const WORK = 'export async function work(): Promise<void> {}\n';

test('a floating promise fails the lint', async () => {
  expect(await lint('floating.ts', `${WORK}work();\n`)).toEqual({
    rules: ['typescript(no-floating-promises)'],
    status: 1,
  });
});

test('a promise that is awaited or voided passes the lint', async () => {
  expect(await lint('awaited.ts', `${WORK}await work();\nvoid work();\n`)).toEqual({ rules: [], status: 0 });
});

test('a promise where a condition is wanted fails the lint', async () => {
  const source = `${WORK}export const answer = (): boolean => (work() ? true : false);\n`;
  const { rules, status } = await lint('misused.ts', source);
  expect(status).toBe(1);
  expect(rules).toContain('typescript(no-misused-promises)');
});

test('any fails the lint', async () => {
  expect(await lint('any.ts', 'export let value: any;\n')).toMatchObject({
    rules: ['typescript(no-explicit-any)'],
    status: 1,
  });
});

test('a type for objects that could be an interface fails the lint', async () => {
  expect(await lint('types.ts', 'export type Point = { readonly x: number };\n')).toEqual({
    rules: ['typescript(consistent-type-definitions)'],
    status: 1,
  });
});

test('a cycle of imports fails the lint', async () => {
  await lint('one.ts', "import { two } from './two.js';\nexport const one = (): unknown => two;\n");
  const { rules, status } = await lint(
    'two.ts',
    "import { one } from './one.js';\nexport const two = (): unknown => one;\n",
  );
  expect({ rules, status }).toEqual({ rules: ['import(no-cycle)'], status: 1 });
});
