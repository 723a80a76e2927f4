import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { runNode } from './support/run-node.js';
import { ROOT } from './support/workspace.js';

const WORK = 'export async function work(): Promise<void> {}\n';

// A rule that needs types says nothing at all when it does not get them, so each rule this project relies on is
// shown a violation of it, under the project's own configuration, in a folder inside the project.
const FILES: Readonly<Record<string, string>> = {
  'floating.ts': `${WORK}work();\n`,
  'awaited.ts': `${WORK}await work();\nvoid work();\n`,
  'misused.ts': `${WORK}export const answer = (): boolean => (work() ? true : false);\n`,
  'any.ts': 'export let value: any;\n',
  'types.ts': 'export type Point = { readonly x: number };\n',
  'one.ts': "import { two } from './two.js';\nexport const one = (): unknown => two;\n",
  'two.ts': "import { one } from './one.js';\nexport const two = (): unknown => one;\n",
};

let folder: string;
let diagnostics: readonly { readonly code: string; readonly filename: string }[];
beforeAll(async () => {
  const cache = join(ROOT, '.cache');
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, 'lint-'));
  const config = {
    extends: join(ROOT, 'tsconfig.base.json'),
    compilerOptions: { types: [] },
    include: ['.'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  for (const [name, source] of Object.entries(FILES)) writeFileSync(join(folder, name), source);
  const oxlint = join(ROOT, 'node_modules', 'oxlint', 'bin', 'oxlint');
  const paths = Object.keys(FILES).map((name) => join(folder, name));
  const args = [oxlint, '--type-aware', '-c', join(ROOT, '.oxlintrc.json'), '-f', 'json', ...paths];
  const { stdout } = await runNode(args);
  ({ diagnostics } = JSON.parse(stdout) as { diagnostics: typeof diagnostics });
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function rulesFor(name: string): string[] {
  return diagnostics.filter(({ filename }) => basename(filename) === name).map(({ code }) => code);
}

test.each([
  ['a floating promise', 'floating.ts', 'typescript(no-floating-promises)'],
  ['a promise where a condition is wanted', 'misused.ts', 'typescript(no-misused-promises)'],
  ['any', 'any.ts', 'typescript(no-explicit-any)'],
  ['a type for objects that could be an interface', 'types.ts', 'typescript(consistent-type-definitions)'],
  ['a cycle of imports', 'two.ts', 'import(no-cycle)'],
])('%s fails the lint', (_what, name, rule) => {
  expect(rulesFor(name)).toContain(rule);
});

test('a promise that is awaited or voided passes the lint', () => {
  expect(rulesFor('awaited.ts')).toEqual([]);
});
