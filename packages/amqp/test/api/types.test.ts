import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const run = promisify(execFile);
const HERE = fileURLToPath(new URL('.', import.meta.url));
const PACKAGE = join(HERE, '../..');
const TSC = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc');

/** Compiles programs of `types/`, strictly. Resolves to what the compiler says. */
async function compile(
  programs: readonly string[],
  paths: Readonly<Record<string, readonly string[]>>,
): Promise<string> {
  // Below the program's folder, so that its packages are found.
  const folder = mkdtempSync(join(HERE, 'types/compiled-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const compilerOptions = {
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    target: 'ES2022',
    module: 'NodeNext',
    types: ['node'],
    paths,
  };
  const files = programs.map((program) => join(HERE, 'types', program));
  const config = join(folder, 'tsconfig.json');
  writeFileSync(config, JSON.stringify({ compilerOptions, files }));
  return run(process.execPath, [TSC, '-p', config]).then(
    () => '',
    (error: { readonly stdout: string }) => error.stdout,
  );
}

test("a user's program compiles with the types of amqplib", async () => {
  expect(await compile(['sample.ts'], {})).toBe('');
});

test('it compiles with ours in their place, libraries checked, too, as does one that uses what amqplib does not have', async () => {
  const entry = (name: string): string[] => [join(PACKAGE, 'dist', name)];
  const paths = { amqplib: entry('index.d.ts'), 'amqplib/callback_api': entry('callback_api.d.ts') };
  expect(await compile(['sample.ts', 'more.ts'], paths)).toBe('');
});
