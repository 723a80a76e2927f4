import { startMember, type Member } from '@offloop/member';
import { afterAll, beforeAll, test } from 'vitest';

import { connectBoth } from '../cluster/support/both-clients.js';
import { runOnBoth } from '../collections/support/sequences.js';
import { listSequences } from './sequences.js';

let member: Member;
beforeAll(async () => {
  member = await startMember({ log: () => undefined });
});
afterAll(() => member.stop());

test.each(listSequences)('on the embedded member both clients agree: $title', async (sequence) => {
  await runOnBoth(await connectBoth(member.address), 'getList', sequence);
});
