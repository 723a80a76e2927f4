import { startMember, type RingbufferOptions } from '@offloop/member';
import { expect, onTestFinished, test } from 'vitest';

import { connectBoth } from '../cluster/support/both-clients.js';
import { runSteps, type AnyRing } from './support/ring-steps.js';

const kinds: readonly (readonly [string, RingbufferOptions])[] = [
  ['without a time to live', { capacity: 3 }],
  ['with a time to live', { capacity: 3, ttl: 600_000 }],
];

test.each(kinds)(
  'both clients get the same of a ring buffer %s, step by step',
  async (_kind, ringbuffers) => {
    const member = await startMember({ ringbuffers, log: () => undefined });
    onTestFinished(() => member.stop());
    const { ours, official } = await connectBoth(member.address);
    const mine = (await ours.getRingbuffer('ours')) as unknown as AnyRing;
    const theirs = (await official.getRingbuffer('official')) as unknown as AnyRing;
    const results = await runSteps(mine);
    expect(results).toEqual(await runSteps(theirs));
  },
);
