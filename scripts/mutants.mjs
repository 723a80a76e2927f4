// pnpm mutants: plants mistakes in sources, one at a time, and sees which of them the unit tests find.
import { spawn } from 'node:child_process';

import { exitCode, pnpmCommand, ROOT, scriptArguments, setUp, usageOnHelp } from './setup.mjs';

usageOnHelp(`pnpm mutants [PATH…]: plants mistakes in these sources, one at a time, and sees which of them the unit tests find

A path is a file or folder of sources: packages/runtime/src/ring. Without one: all of docs/testing.md, for hours.`);

const DEFAULTS = [
  'packages/runtime/src',
  'packages/workers/src',
  'packages/wire/src',
  'packages/contract/src',
  'packages/values/src',
  'packages/core/src/calls',
];

const given = scriptArguments();
const paths = (given.length === 0 ? DEFAULTS : given).map((path) => path.replace(/\/$/, ''));
const packages = new Map();
for (const path of paths) {
  const [, folder] = /^(packages\/[^/]+)\/src(\/|$)/.exec(path) ?? [];
  if (folder === undefined) {
    console.error(`A path starts with packages/NAME/src, got ${path}`);
    process.exit(2);
  }
  packages.set(folder, [...(packages.get(folder) ?? []), path]);
}
await setUp();
for (const [folder, sources] of packages) {
  const files = sources.map((path) => (path.endsWith('.ts') ? path : `${path}/**/*.ts`));
  const [command, ...before] = pnpmCommand();
  const child = spawn(command, [...before, 'exec', 'stryker', 'run', '--mutate', files.join(',')], {
    cwd: ROOT,
    stdio: 'inherit',
    // Tests import their own package's sources, which is where the mistakes are; other packages' tests use what is built.
    env: { ...process.env, OFFLOOP_MUTANTS: folder },
  });
  const code = await exitCode(child);
  if (code !== 0) process.exit(code);
}
