import { startRealMember, type RealMember } from '@offloop/tools';
import { afterAll, beforeAll, test } from 'vitest';

import { connectBoth } from '../cluster/support/both-clients.js';
import { runOnBoth } from '../collections/support/sequences.js';
import { setSequences } from './sequences.js';

let member: RealMember;
beforeAll(async () => {
  member = await startRealMember();
});
afterAll(() => member.kill());

test.each(setSequences)('on a real member both clients agree: $title', async (sequence) => {
  await runOnBoth(await connectBoth(member.address), 'getSet', sequence);
});
