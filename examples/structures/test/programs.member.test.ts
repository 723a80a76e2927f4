import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

import { testPrograms } from '../../../test/support/programs.js';

const FOLDER = fileURLToPath(new URL('..', import.meta.url));

/** The lines that each program prints. The embedded member has no CP subsystem, no SQL and no Java: what needs them runs with its tests. */
const PRINTED: Readonly<Record<string, readonly unknown[]>> = {
  'map.mjs': ['Cleo: 20 points in 5 games', 'Ada: 15 points in 5 games', 'Bob: 10 points in 5 games'],
  'queue.mjs': [expect.stringMatching(/^10 jobs are done, \d+ by A, \d+ by B$/)],
  'list.mjs': ['undone: link, then table', 'left: image (Ada), quote (Bob)'],
  'set.mjs': ['6 visits of 6 pages', 'all of the shop is among them: true'],
  'multi-map.mjs': ['table 1 has 3 dishes and pays 10', 'open: table 2'],
  'replicated-map.mjs': ['new-checkout is off', 'new-checkout is switched on'],
  'ringbuffer.mjs': [
    'live from 0: start login order pay ship stop',
    'audit from 0: start login order pay ship stop',
    'tail from 4: ship stop',
  ],
  'reliable-topic.mjs': [
    'morning: tea costs 3',
    'morning: cake costs 4',
    'afternoon: milk costs 2',
    'afternoon: soup costs 7',
  ],
  'topic.mjs': ['cached: 3 times', 'A drops /shop', 'B drops /shop', 'C drops /shop', 'cached: 0 times'],
  'flake-id.mjs': [expect.stringMatching(/^an order: \d+$/), '4000 different numbers for 4000 orders'],
  'cardinality-estimator.mjs': ['visitors, rounded to hundreds: 2000'],
  'transactions.mjs': ['1 sold, and no cake is left', '1 bill, 2 tea left'],
  'pn-counter.mjs': ['each server sees its own views: true', 'views: 280'],
};

/** Programs that need another member. */
const OTHERS = [
  'cp.mjs',
  'durable-executor.mjs',
  'executor-service.mjs',
  'scheduled-executor.mjs',
  'sql.mjs',
];
/** What programs import. */
const PARTS = ['cluster.mjs', 'word-count.mjs'];

testPrograms(FOLDER, PRINTED);

test('each program is run, and has its line in the README', () => {
  const programs = readdirSync(FOLDER).filter((file) => file.endsWith('.mjs') && !PARTS.includes(file));
  expect(programs.toSorted()).toEqual([...Object.keys(PRINTED), ...OTHERS].toSorted());
  const readme = readFileSync(`${FOLDER}README.md`, 'utf8');
  for (const program of programs) expect(readme).toContain(`[\`${program}\`](${program})`);
});
