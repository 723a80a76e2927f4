import { startRealMember, type RealMember } from '@offloop/tools';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { connectBoth } from '../cluster/support/both-clients.js';
import { runOnBoth } from '../objects/support/sequences.js';
import { LIST, multiMapSequences } from './sequences.js';

let member: RealMember;
beforeAll(async () => {
  member = await startRealMember({
    extraXml: `<multimap name="${LIST}-*"><value-collection-type>LIST</value-collection-type></multimap>`,
  });
});
afterAll(() => member.kill());

test.each(multiMapSequences)('on a real member both clients agree: $title', async (sequence) => {
  await expect(
    runOnBoth(await connectBoth(member.address), 'getMultiMap', sequence),
  ).resolves.toBeUndefined();
});
