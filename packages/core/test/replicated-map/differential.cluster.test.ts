import { startRealMember, type RealMember } from '@offloop/tools';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { connectBoth } from '../cluster/support/both-clients.js';
import { runOnBoth } from '../objects/support/sequences.js';
import { predicateSequences, replicatedMapSequences } from './sequences.js';

let member: RealMember;
beforeAll(async () => {
  member = await startRealMember();
});
afterAll(() => member.kill());

test.each([...replicatedMapSequences, ...predicateSequences])(
  'on a real member both clients agree: $title',
  async (sequence) => {
    await expect(
      runOnBoth(await connectBoth(member.address), 'getReplicatedMap', sequence),
    ).resolves.toBeUndefined();
  },
);
