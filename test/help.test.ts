import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { runNode } from './support/run-node.js';
import { ROOT } from './support/workspace.js';

/** They install and build first, since the program that is built has the usage. */
const OF_PROGRAMS = ['demo', 'demo:load', 'bench', 'chaos'];

const { scripts } = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};
const launchers = Object.entries(scripts)
  .filter(([name, command]) => command.startsWith('node ') && !OF_PROGRAMS.includes(name))
  .map(([name, command]) => [name, command.slice('node '.length)] as const);

test.each(launchers)('pnpm %s --help says what it does, and does nothing', async (name, script) => {
  const { status, stdout, stderr } = await runNode([script, '--', '--help']);
  expect({ status, stderr, begins: stdout.startsWith(`pnpm ${name}`) }).toEqual({
    status: 0,
    stderr: '',
    begins: true,
  });
});
