import { expect, test } from 'vitest';

import { launchersOf } from '../scripts/launchers.mjs';

const CHAIN = `
    1     0 /sbin/init
   20     1 -bash
   30    20 npm exec pnpm@10 demo
   31    30 sh -c 'pnpm' demo
   32    31 node /home/me/.npm/_npx/a1/node_modules/.bin/pnpm demo
   33    32 sh -c node scripts/demo.mjs
   34    33 node scripts/demo.mjs
`;

test('the runners above a script and the shells between them have launched it, the shell it was typed into has not', () => {
  expect(launchersOf(34, CHAIN)).toEqual([33, 32, 31, 30]);
});

test('a script started by hand has no launcher, whatever shell it was', () => {
  expect(launchersOf(33, '32 1 bash -c node scripts/demo.mjs\n33 32 node scripts/demo.mjs')).toEqual([]);
  expect(launchersOf(33, '33 32 node scripts/demo.mjs')).toEqual([]);
});

test.each([
  '/usr/bin/pnpm demo',
  'pnpm demo',
  'node /opt/pnpm.cjs demo',
  'node /x/bin/npx pnpm demo',
  'corepack pnpm demo',
])('%s is a launcher', (command) => {
  expect(launchersOf(3, `2 1 ${command}\n3 2 node scripts/demo.mjs`)).toEqual([2]);
});

test.each(['node /srv/npm-mirror/serve.js', 'vim pnpmfile', '/usr/sbin/sshd -D'])('%s is none', (command) => {
  expect(launchersOf(3, `2 1 ${command}\n3 2 node scripts/demo.mjs`)).toEqual([]);
});
