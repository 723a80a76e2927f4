import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

import { runNode } from '../../../test/support/run-node.js';

test('node:test runs a file with the fixture, which leaves nothing behind that holds it up', async () => {
  const file = fileURLToPath(new URL('./support/with-node-test.mjs', import.meta.url));
  const { status, stdout } = await runNode(['--test', '--test-reporter=tap', file]);
  expect(stdout).toMatch(/^# pass 2$/m);
  expect(status).toBe(0);
});
