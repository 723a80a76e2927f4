import { expect, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { connectBoth } from '../cluster/support/both-clients.js';
import { expectation, runOnBoth } from '../collections/support/sequences.js';
import { setSequences } from './sequences.js';

const member = await embeddedMember();

test.each(setSequences)('on the embedded member both clients agree: $title', async (sequence) => {
  const both = await connectBoth(member.address);
  expect(await runOnBoth(both, 'getSet', sequence)).toEqual(expectation(sequence));
});
