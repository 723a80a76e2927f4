import { startRealMember, type RealMember } from '@offloop/tools';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { connectBoth } from '../cluster/support/both-clients.js';
import { expectation, runOnBoth } from '../collections/support/sequences.js';
import { listSequences } from './sequences.js';

let member: RealMember;
beforeAll(async () => {
  member = await startRealMember();
});
afterAll(() => member.kill());

test.each(listSequences)('on a real member both clients agree: $title', async (sequence) => {
  const both = await connectBoth(member.address);
  expect(await runOnBoth(both, 'getList', sequence)).toEqual(expectation(sequence));
});
