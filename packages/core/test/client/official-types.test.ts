import type * as Official from 'hazelcast-client';
import type * as Ours from 'offloop';
import { expectTypeOf, test } from 'vitest';

// Checked by the compiler: where the official interface is asked for, ours will do.
test('ids, counters and CP objects have the methods of the official interfaces', () => {
  expectTypeOf<Ours.FlakeIdGenerator>().toExtend<Official.FlakeIdGenerator>();
  expectTypeOf<Ours.PNCounter>().toExtend<Official.PNCounter>();
  expectTypeOf<Ours.IAtomicLong>().toExtend<Official.IAtomicLong>();
  expectTypeOf<Ours.IAtomicReference<string>>().toExtend<Official.IAtomicReference<string>>();
  expectTypeOf<Ours.ICountDownLatch>().toExtend<Official.ICountDownLatch>();
  expectTypeOf<Ours.FencedLock>().toExtend<Official.FencedLock>();
  expectTypeOf<Ours.ISemaphore>().toExtend<Official.ISemaphore>();
  expectTypeOf<Ours.CPSubsystem>().toExtend<Official.CPSubsystem>();
  expectTypeOf<Ours.FlakeIdGeneratorConfig>().toEqualTypeOf<Official.FlakeIdGeneratorConfig>();
});
