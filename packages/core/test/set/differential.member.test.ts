import { startMember, type Member } from '@offloop/member';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { connectBoth } from '../cluster/support/both-clients.js';
import { expectation, runOnBoth } from '../collections/support/sequences.js';
import { setSequences } from './sequences.js';

let member: Member;
beforeAll(async () => {
  member = await startMember({ log: () => undefined });
});
afterAll(() => member.stop());

test.each(setSequences)('on the embedded member both clients agree: $title', async (sequence) => {
  const both = await connectBoth(member.address);
  expect(await runOnBoth(both, 'getSet', sequence)).toEqual(expectation(sequence));
});
