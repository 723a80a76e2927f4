import { expect, test } from 'vitest';

import { connectBoth } from '../cluster/support/both-clients.js';
import { outcomesOf } from '../cluster/support/sequence.js';
import { sharedMember } from '../cluster/support/shared-member.js';
import { COUNTER_SEQUENCES } from './support/sequences.js';

const member = sharedMember();

test.each(Object.entries(COUNTER_SEQUENCES))('both clients see the same of %s', async (name, sequence) => {
  const { ours, official } = await connectBoth(member.address);
  const theirs = await outcomesOf(await official.getPNCounter(name), sequence, { official: true });
  await (await official.getPNCounter(name)).destroy();
  expect(await outcomesOf(await ours.getPNCounter(name), sequence)).toEqual(theirs);
});
