import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

import { BROKER_URL } from '../../../packages/amqp/test/support/rabbitmq.js';

const FOLDER = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);

/** What each program prints. */
const PRINTED: Readonly<Record<string, string>> = {
  'work-queue.mjs': 'done: 3.5, 0.1, 0.2',
  'publish-subscribe.mjs':
    'results: election.result 52 %\nresults: sports.result 2:1\nsports: sports.result 2:1\nsports: sports.tennis.start 14:00',
  'rpc.mjs': '[ 1, 4, 9, 144 ]',
  'confirms.mjs': 'at least 900 of 1000 are confirmed: true; returned: 1',
  'manager.mjs': 'heard 1, 2 on 1 connection',
  'nest.mjs': 'computed for 4 s',
};

test.each(Object.entries(PRINTED))('%s does what it says', async (program, expected) => {
  const { stdout, stderr } = await run(process.execPath, [program, BROKER_URL], {
    cwd: FOLDER,
    timeout: 50_000,
  });
  expect([stdout.trimEnd(), stderr]).toEqual([expected, '']);
});

test('each program is run, has its line on the page, and 40 lines at most', () => {
  const programs = readdirSync(FOLDER).filter((file) => file.endsWith('.mjs'));
  expect(programs.toSorted()).toEqual(Object.keys(PRINTED).toSorted());
  const page = readFileSync(new URL('../../../docs/amqp.md', import.meta.url), 'utf8');
  for (const program of programs) {
    expect(page).toContain(`](../examples/amqp/${program})`);
    expect(readFileSync(`${FOLDER}${program}`, 'utf8').split('\n').length).toBeLessThanOrEqual(41);
  }
});
