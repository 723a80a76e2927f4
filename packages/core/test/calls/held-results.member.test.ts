import { describe, expect, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { heldResults, MOST_HELD } from './support/held-results.js';

const member = await embeddedMember();

describe('when a result is handed over and dropped, nothing holds it', () => {
  test('in a client with a thread', async () => {
    const held = await heldResults(member.address, 1, 'structures');
    expect(held.length).toBeGreaterThan(25);
    expect(held.filter(({ bytes, isThere }) => isThere || bytes > MOST_HELD)).toEqual([]);
  });

  // Its agent's buffers for reuse are in the same heap, so that bytes say nothing.
  test('in a client on the loop', async () => {
    const held = await heldResults(member.address, 0, 'structures');
    expect(held.filter(({ isThere }) => isThere)).toEqual([]);
  });
});
