// node:test awaits its tests itself.
/* oxlint-disable typescript/no-floating-promises */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { useHazelcast } from '../../src/node-test-fixture.mjs';

describe('prices', () => {
  const hazelcast = useHazelcast();

  test('are there when they were set', async () => {
    const prices = await hazelcast.client.getMap('prices');
    await prices.set('tea', 3);
    assert.equal(await prices.get('tea'), 3);
  });

  test('are in the one member of the file', async () => {
    const prices = await hazelcast.client.getMap('prices');
    assert.equal(await prices.get('tea'), 3);
    assert.equal(hazelcast.member.connections, 1);
  });
});
