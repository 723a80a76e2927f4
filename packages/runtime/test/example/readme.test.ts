import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

test('the README’s example is the one that runs here', () => {
  const readme = readFileSync(here('../../README.md'), 'utf8');
  for (const file of ['upper-case-agent.mjs', 'upper-case.mjs'])
    expect(readme).toContain(readFileSync(here(file), 'utf8').trim());
});

test('the README’s example prints what it says, and ends by itself', async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [here('upper-case.mjs')]);
  expect(stdout).toBe("OFF THE LOOP\n[ 'GRÜN', '', 'XXX' ]\n");
  expect(stderr).toBe('');
});
