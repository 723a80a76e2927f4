import { startMember, type RingbufferOptions } from '@offloop/member';
import type { Ringbuffer as OfficialRingbuffer, ReadResultSet as OfficialResultSet } from 'hazelcast-client';
import type { DistributedObject, ReadResultSet, Ringbuffer } from 'offloop';
import { expect, expectTypeOf, onTestFinished, test } from 'vitest';

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

test('a ring buffer is what the official interface says, but for its own enum and class of long numbers', () => {
  expectTypeOf<keyof OfficialRingbuffer<string>>().toEqualTypeOf<keyof Ringbuffer<string>>();
  expectTypeOf<keyof OfficialResultSet<string>>().toEqualTypeOf<keyof ReadResultSet<string>>();
  expectTypeOf<Pick<Ringbuffer<string>, 'readOne' | keyof DistributedObject>>().toExtend<
    Pick<OfficialRingbuffer<string>, 'readOne' | keyof DistributedObject>
  >();
  // What it gives has another class for long numbers, and the same methods.
  expectTypeOf<OfficialResultSet<string>>().toExtend<LongsAside<ReadResultSet<string>>>();
  expectTypeOf<ReadResultSet<string>>().toExtend<LongsAside<OfficialResultSet<string>>>();
});

type LongsAside<T> = Omit<T, 'getSequence' | 'getNextSequenceToReadFrom'>;
