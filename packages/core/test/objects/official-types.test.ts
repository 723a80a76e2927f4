import type {
  ITopic as OfficialTopic,
  MultiMap as OfficialMultiMap,
  ReadResultSet as OfficialResultSet,
  ReplicatedMap as OfficialReplicatedMap,
  Ringbuffer as OfficialRingbuffer,
} from 'hazelcast-client';
import type { DistributedObject, ITopic, MultiMap, ReadResultSet, ReplicatedMap, Ringbuffer } from 'offloop';
import { expectTypeOf, test } from 'vitest';

import type { Additional, Unlike, Value } from './support/official-types.js';

test('a program that is typed for the official maps can be given ours', () => {
  type Multi = [MultiMap<string, Value>, OfficialMultiMap<string, Value>];
  expectTypeOf<Unlike<Multi[0], Multi[1]>>().toBeNever();
  expectTypeOf<Additional<Multi[0], Multi[1]>>().toBeNever();
  type Replicated = [ReplicatedMap<string, Value>, OfficialReplicatedMap<string, Value>];
  expectTypeOf<Unlike<Replicated[0], Replicated[1]>>().toBeNever();
  expectTypeOf<Additional<Replicated[0], Replicated[1]>>().toBeNever();
});

test('the official interface of a topic is part of ours', () => {
  expectTypeOf<Exclude<keyof OfficialTopic<string>, keyof ITopic<string>>>().toEqualTypeOf<never>();
  expectTypeOf<Pick<ITopic<string>, 'publish' | 'removeMessageListener'>>().toExtend<
    Pick<OfficialTopic<string>, 'publish' | 'removeMessageListener'>
  >();
});

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
