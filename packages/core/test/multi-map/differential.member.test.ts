import { startMember, type Member } from '@offloop/member';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { connectBoth } from '../cluster/support/both-clients.js';
import { runOnBoth } from '../objects/support/sequences.js';
import { LIST, multiMapSequences } from './sequences.js';

let member: Member;
beforeAll(async () => {
  member = await startMember({ log: () => undefined, listMultiMaps: [`${LIST}-*`] });
});
afterAll(() => member.stop());

test.each(multiMapSequences)('on the embedded member both clients agree: $title', async (sequence) => {
  await expect(
    runOnBoth(await connectBoth(member.address), 'getMultiMap', sequence),
  ).resolves.toBeUndefined();
});
