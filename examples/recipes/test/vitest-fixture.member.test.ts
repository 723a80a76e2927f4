// Its `test` is vitest's, extended.
/* oxlint-disable vitest/no-standalone-expect */
import { describe, expect } from 'vitest';

import { test } from '../src/vitest-fixture.mjs';

let first = '';

describe('the fixture', () => {
  test('gives a test a map of its own', async ({ map }) => {
    first = map.getName();
    await map.set('tea', 3);
    expect(await map.get('tea')).toBe(3);
  });

  test('and the next one another, on the same member', async ({ map, client, member }) => {
    expect(map.getName()).not.toBe(first);
    expect(await map.get('tea')).toBeNull();
    expect(client.getCluster().getMembers()).toHaveLength(1);
    expect(member.connections).toBe(1);
    // The first test's map was destroyed behind it.
    expect(await (await client.getMap(first)).size()).toBe(0);
  });
});
