import { startMember } from '@offloop/member';
import { expect, onTestFinished, test } from 'vitest';

import { connect } from '../client/support/client-bench.js';
import { connectBoth } from '../cluster/support/both-clients.js';
import { runSteps, type AnyRing } from './support/ring-steps.js';
import { sharedMember } from '../cluster/support/shared-member.js';

const member = sharedMember();

test.each([
  ['plain', 0],
  ['lasting', 600_000],
])('both clients get the same of a %s ring buffer, and from the embedded member', async (kind, ttl) => {
  const { ours, official } = await connectBoth(member.address);
  const mine = (await ours.getRingbuffer(`${kind}-ours`)) as unknown as AnyRing;
  const results = await runSteps(mine);
  const theirs = (await official.getRingbuffer(`${kind}-official`)) as unknown as AnyRing;
  expect(results).toEqual(await runSteps(theirs));

  const embedded = await startMember({ ringbuffers: { capacity: 3, ttl } });
  onTestFinished(() => embedded.stop());
  const { client } = await connect(embedded.address);
  const its = (await client.getRingbuffer(`${kind}-ours`)) as unknown as AnyRing;
  expect(await runSteps(its)).toEqual(results);
});
