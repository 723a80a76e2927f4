import type { ReplicatedMap as Official } from 'hazelcast-client';
import type { ReplicatedMap } from 'offloop';
import { expectTypeOf, test } from 'vitest';

import type { Additional, Unlike, Value } from '../objects/support/official-types.js';

type Ours = ReplicatedMap<string, Value>;
type Theirs = Official<string, Value>;

test('a program that is typed for the official replicated map can be given ours', () => {
  expectTypeOf<Unlike<Ours, Theirs>>().toBeNever();
  expectTypeOf<Additional<Ours, Theirs>>().toBeNever();
});
