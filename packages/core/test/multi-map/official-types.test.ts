import type { MultiMap as Official } from 'hazelcast-client';
import type { MultiMap } from 'offloop';
import { expectTypeOf, test } from 'vitest';

import type { Additional, Unlike, Value } from '../objects/support/official-types.js';

type Ours = MultiMap<string, Value>;
type Theirs = Official<string, Value>;

test('a program that is typed for the official multimap can be given ours', () => {
  expectTypeOf<Unlike<Ours, Theirs>>().toBeNever();
  expectTypeOf<Additional<Ours, Theirs>>().toBeNever();
});
