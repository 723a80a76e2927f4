import { expect, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { connectBoth } from '../cluster/support/both-clients.js';
import { BOUNDED, MOST } from '../collections/sequences.js';
import { LIST } from '../multi-map/sequences.js';
import { runOnBoth } from './support/sequences.js';
import { structures } from './support/structures.js';

const member = await embeddedMember({
  listMultiMaps: [`${LIST}-*`],
  queues: { [`${BOUNDED}-*`]: { maxSize: MOST } },
  sweepInterval: 20,
});

test.each(structures)('on the embedded member both clients agree: %s', async (_, getter, sequence) => {
  const both = await connectBoth(member.address);
  await expect(runOnBoth(both, getter, sequence)).resolves.toBeUndefined();
});
