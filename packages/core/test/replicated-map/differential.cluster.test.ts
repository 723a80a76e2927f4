import { beforeAll, expect, test } from 'vitest';

import { connectBoth } from '../cluster/support/both-clients.js';
import { runOnBoth } from '../objects/support/sequences.js';
import { predicateSequences, replicatedMapSequences } from './sequences.js';
import { sharedMember, type SharedMember } from '../cluster/support/shared-member.js';

let member: SharedMember;
beforeAll(async () => {
  member = await sharedMember();
});

test.each([...replicatedMapSequences, ...predicateSequences])(
  'on a real member both clients agree: $title',
  async (sequence) => {
    await expect(
      runOnBoth(await connectBoth(member.address), 'getReplicatedMap', sequence),
    ).resolves.toBeUndefined();
  },
);
