import { expect, test } from 'vitest';

import { loopMayStand } from '../event-loop.js';
import { goesOn } from './goes-on.js';

test('stands for longer than it said', () => {
  expect(loopMayStand({ seconds: 1, because: 'the guard is tried' }, spin)).toBe('endless');
});

function spin(): string {
  while (goesOn());
  return 'not endless';
}
