import { expect, test } from 'vitest';

import { heldResults, MOST_HELD } from './support/held-results.js';
import { sharedMember } from '../cluster/support/shared-member.js';

const member = sharedMember();

test('when rows of SQL are handed over and dropped, nothing holds them', async () => {
  const held = await heldResults(member.address, 1, 'sql');
  expect(held.length).toBeGreaterThan(0);
  expect(held.filter(({ bytes, isThere }) => isThere || bytes > MOST_HELD)).toEqual([]);
});
