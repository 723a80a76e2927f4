import { expect, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { connectBoth } from '../cluster/support/both-clients.js';
import { runOnBoth } from '../objects/support/sequences.js';
import { LIST, multiMapSequences } from './sequences.js';

const member = await embeddedMember({ listMultiMaps: [`${LIST}-*`] });

test.each(multiMapSequences)('on the embedded member both clients agree: $title', async (sequence) => {
  await expect(
    runOnBoth(await connectBoth(member.address), 'getMultiMap', sequence),
  ).resolves.toBeUndefined();
});
