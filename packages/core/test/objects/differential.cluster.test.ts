import { expect, test } from 'vitest';

import { connectBoth } from '../cluster/support/both-clients.js';
import { sharedMember } from '../cluster/support/shared-member.js';
import { runOnBoth } from './support/sequences.js';
import { ofRealMembers, structures } from './support/structures.js';

const member = sharedMember();

test.each([...structures, ...ofRealMembers])(
  'on a real member both clients agree: %s',
  async (_, getter, sequence) => {
    const both = await connectBoth(member.address);
    await expect(runOnBoth(both, getter, sequence)).resolves.toBeUndefined();
  },
);
