import { beforeAll, expect, test } from 'vitest';

import { connectBoth } from '../cluster/support/both-clients.js';
import { expectation, runOnBoth } from '../collections/support/sequences.js';
import { setSequences } from './sequences.js';
import { sharedMember, type SharedMember } from '../cluster/support/shared-member.js';

let member: SharedMember;
beforeAll(async () => {
  member = await sharedMember();
});

test.each(setSequences)('on a real member both clients agree: $title', async (sequence) => {
  const both = await connectBoth(member.address);
  expect(await runOnBoth(both, 'getSet', sequence)).toEqual(expectation(sequence));
});
