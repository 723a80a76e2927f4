import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

import { loopMayStand } from '../event-loop.js';

test('waits for a child process', () => {
  // Longer than the guard waits, and not for ever: the child outlives the runner, which the guard kills.
  const waiting = 'setTimeout(() => undefined, 20_000)';
  const readOn = (): unknown => spawnSync(process.execPath, ['-e', waiting], { stdio: 'ignore' }).status;
  expect(loopMayStand({ seconds: 1, because: 'the guard is tried' }, readOn)).toBe('endless');
});
