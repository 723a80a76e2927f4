import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { rounds } from '@offloop/tools';
import { expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
/** Megabytes: the garbage of a life is collected seldom. Saves a tenth of the time. */
const LITTLE_GC = '--max-semi-space-size=32';
const LIVES = rounds({ short: 200, full: 1000 });
const PROCESSES = 2;
/** Milliseconds; twenty times what it takes on a machine with nothing else to do. */
const LIMIT = 300_000;

/** A process of its own: the simulation replaces the globals that tell and take time. */
function simulate(...args: string[]): Promise<{ readonly status: number | null; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [LITTLE_GC, MAIN, ...args], { timeout: LIMIT });
    let output = '';
    const keep = (text: Buffer): void => {
      output += text.toString();
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, output }));
  });
}

function runs(): string[][] {
  const seed = process.env['OFFLOOP_SEED'];
  if (seed !== undefined) return [['--seed', seed, '--verbose']];
  const share = LIVES / PROCESSES;
  return Array.from({ length: PROCESSES }, (_, i) => ['--from', `${1 + i * share}`, '--seeds', `${share}`]);
}

test(
  `${LIVES} lives of a client and its cluster break no promise`,
  async () => {
    for (const { status, output } of await Promise.all(runs().map((args) => simulate(...args)))) {
      expect(output).not.toContain('VIOLATION');
      expect({ status, output }).toMatchObject({ status: 0 });
    }
  },
  LIMIT,
);

test('a seed is the same life again', async () => {
  const { status, output } = await simulate('--from', '5001', '--seeds', '20', '--twice');
  expect({ status, output }).toMatchObject({ status: 0 });
});
