import { startMember, type Member } from '@offloop/member';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { connectBoth } from '../cluster/support/both-clients.js';
import { runOnBoth } from '../objects/support/sequences.js';
import { replicatedMapSequences } from './sequences.js';

let member: Member;
beforeAll(async () => {
  member = await startMember({ log: () => undefined, sweepInterval: 20 });
});
afterAll(() => member.stop());

test.each(replicatedMapSequences)('on the embedded member both clients agree: $title', async (sequence) => {
  await expect(
    runOnBoth(await connectBoth(member.address), 'getReplicatedMap', sequence),
  ).resolves.toBeUndefined();
});
