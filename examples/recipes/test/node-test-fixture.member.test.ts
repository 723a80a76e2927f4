import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test('node:test runs a file with the fixture, which leaves nothing behind that holds it up', () => {
  const file = fileURLToPath(new URL('./support/with-node-test.mjs', import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, ['--test', '--test-reporter=tap', file], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect(stdout).toMatch(/^# pass 2$/m);
  expect(status).toBe(0);
});
