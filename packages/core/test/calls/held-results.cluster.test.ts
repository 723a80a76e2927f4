import { beforeAll, expect, test } from 'vitest';

import { heldResults, MOST_HELD } from './support/held-results.js';
import { sharedMember, type SharedMember } from '../cluster/support/shared-member.js';

let member: SharedMember;
beforeAll(async () => {
  member = await sharedMember();
});

test('when rows of SQL are handed over and dropped, nothing holds them', async () => {
  const held = await heldResults(member.address, 1, 'sql');
  expect(held.length).toBeGreaterThan(0);
  expect(held.filter(({ bytes, isThere }) => isThere || bytes > MOST_HELD)).toEqual([]);
});
