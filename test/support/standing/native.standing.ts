import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

import { loopMayStand } from '../event-loop.js';

test('waits for a child process', () => {
  // It ends with the runner, which holds the other end of its input.
  const readOn = (): unknown => spawnSync('cat', { stdio: ['inherit', 'ignore', 'ignore'] }).status;
  expect(loopMayStand({ seconds: 1, because: 'the guard is tried' }, readOn)).toBe('endless');
});
