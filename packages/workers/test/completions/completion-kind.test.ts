import { FIRST_PROTOCOL_KIND } from '@offloop/runtime/ring';
import * as floor from '@offloop/runtime/ring';
import { expect, test } from 'vitest';

import { CompletionKind } from '@offloop/contract';

test('kinds of completions are distinct, and those that are not of the floor begin where it leaves off', () => {
  const kinds = Object.entries(CompletionKind);
  expect(new Set(kinds.map(([, kind]) => kind)).size).toBe(kinds.length);
  const own = kinds.filter(([name]) => !(name in floor.CompletionKind)).map(([, kind]) => kind);
  expect(Math.min(...own)).toBe(FIRST_PROTOCOL_KIND);
});
