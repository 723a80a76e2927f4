import { startRealMember, type RealMember } from '@offloop/tools';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { connectBoth } from '../cluster/support/both-clients.js';
import { expectation, runOnBoth } from '../collections/support/sequences.js';
import { BOUNDED, MOST, queueSequences } from './sequences.js';

let member: RealMember;
beforeAll(async () => {
  member = await startRealMember({
    extraXml: `<queue name="${BOUNDED}-*"><max-size>${MOST}</max-size></queue>`,
  });
});
afterAll(() => member.kill());

test.each(queueSequences)('on a real member both clients agree: $title', async (sequence) => {
  const both = await connectBoth(member.address);
  expect(await runOnBoth(both, 'getQueue', sequence)).toEqual(expectation(sequence));
});
