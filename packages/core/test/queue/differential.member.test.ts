import { startMember, type Member } from '@offloop/member';
import { afterAll, beforeAll, test } from 'vitest';

import { connectBoth } from '../cluster/support/both-clients.js';
import { runOnBoth } from '../collections/support/sequences.js';
import { BOUNDED, MOST, queueSequences } from './sequences.js';

let member: Member;
beforeAll(async () => {
  member = await startMember({ log: () => undefined, queues: { [`${BOUNDED}-*`]: { maxSize: MOST } } });
});
afterAll(() => member.stop());

test.each(queueSequences)('on the embedded member both clients agree: $title', async (sequence) => {
  await runOnBoth(await connectBoth(member.address), 'getQueue', sequence);
});
