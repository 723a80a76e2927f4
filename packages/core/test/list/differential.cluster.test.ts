import { startRealMember, type RealMember } from '@offloop/tools';
import { afterAll, beforeAll, test } from 'vitest';

import { connectBoth } from '../cluster/support/both-clients.js';
import { runOnBoth } from '../collections/support/sequences.js';
import { listSequences } from './sequences.js';

let member: RealMember;
beforeAll(async () => {
  member = await startRealMember();
});
afterAll(() => member.kill());

test.each(listSequences)('on a real member both clients agree: $title', async (sequence) => {
  await runOnBoth(await connectBoth(member.address), 'getList', sequence);
});
