import { beforeAll, expect, test } from 'vitest';

import { connectBoth } from '../cluster/support/both-clients.js';
import { expectation, runOnBoth } from '../collections/support/sequences.js';
import { listSequences } from './sequences.js';
import { sharedMember, type SharedMember } from '../cluster/support/shared-member.js';

let member: SharedMember;
beforeAll(async () => {
  member = await sharedMember();
});

test.each(listSequences)('on a real member both clients agree: $title', async (sequence) => {
  const both = await connectBoth(member.address);
  expect(await runOnBoth(both, 'getList', sequence)).toEqual(expectation(sequence));
});
