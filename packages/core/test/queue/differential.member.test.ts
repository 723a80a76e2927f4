import { expect, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { connectBoth } from '../cluster/support/both-clients.js';
import { expectation, runOnBoth } from '../collections/support/sequences.js';
import { BOUNDED, MOST, queueSequences } from './sequences.js';

const member = await embeddedMember({ queues: { [`${BOUNDED}-*`]: { maxSize: MOST } } });

test.each(queueSequences)('on the embedded member both clients agree: $title', async (sequence) => {
  const both = await connectBoth(member.address);
  expect(await runOnBoth(both, 'getQueue', sequence)).toEqual(expectation(sequence));
});
