import { expect, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { connectBoth } from '../cluster/support/both-clients.js';
import { runOnBoth } from '../objects/support/sequences.js';
import { replicatedMapSequences } from './sequences.js';

const member = await embeddedMember({ sweepInterval: 20 });

test.each(replicatedMapSequences)('on the embedded member both clients agree: $title', async (sequence) => {
  await expect(
    runOnBoth(await connectBoth(member.address), 'getReplicatedMap', sequence),
  ).resolves.toBeUndefined();
});
