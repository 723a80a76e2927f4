import { startRealMember, type RealMember } from '@offloop/tools';
import { afterAll, beforeAll, test } from 'vitest';

import { connectBoth } from '../cluster/support/both-clients.js';
import { runOnBoth } from '../collections/support/sequences.js';
import { BOUNDED, MOST, queueSequences } from './sequences.js';

let member: RealMember;
beforeAll(async () => {
  member = await startRealMember({
    extraXml: `<queue name="${BOUNDED}-*"><max-size>${MOST}</max-size></queue>`,
  });
});
afterAll(() => member.kill());

test.each(queueSequences)('on a real member both clients agree: $title', async (sequence) => {
  await runOnBoth(await connectBoth(member.address), 'getQueue', sequence);
});
