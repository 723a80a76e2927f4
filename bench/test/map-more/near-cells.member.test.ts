import { startMember, type Member } from '@offloop/member';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openOffloopMaps, type MapClient } from '../../src/map-more/map-client.js';
import { mapMore } from '../../src/map-more/map-more.js';
import { NEAR_CELLS } from '../../src/map-more/near-cells.js';

const HITS = NEAR_CELLS.filter(({ id }) => id.startsWith('near-hit'));

/** The official client's near cache does not get ready beside an embedded member; it is tested on a real one. */
describe('the hits of near caches, by offloop', () => {
  let member: Member;
  let client: MapClient;
  beforeAll(async () => {
    member = await startMember();
    client = await openOffloopMaps(member.address);
  });
  afterAll(async () => {
    await client.shutdown();
    await member.stop();
  });

  test.each(HITS.map((cell) => [cell.id, cell] as const))('%s: each is counted as one', async (id, cell) => {
    const { call, take, end } = await cell.prepare(client, id, 7);
    const before = client.nearCounts(id).hitCount;
    let operations = 0;
    for (let turn = 0; turn < 3; turn++) operations += take!(await call(turn), turn);
    expect(operations).toBe(1500);
    expect(client.nearCounts(id).hitCount - before).toBe(operations);
    await expect(end?.()).resolves.toBeUndefined();
  });

  test('a miss among them is found', async () => {
    const [cell] = HITS;
    const name = `missed-${cell.id}`;
    const { call, end } = await cell.prepare(client, name, 7);
    const map = await client.getMap<string, unknown>(name);
    await map.set('key-0', await map.get('key-0'));
    await call(0);
    await expect(end?.()).rejects.toThrow('what should be a hit was a miss');
  });
});

test('hits are measured though they leave the loop no turn of their own', async () => {
  const member = await startMember();
  try {
    const timing = { processWarmup: 0, cellWarmup: 0, window: 0.3 };
    const context = { approach: 'offloop', cells: ['near-hit'], timing, seed: 7, cluster: member.address };
    const [{ cell, figures }] = await mapMore.run(context);
    expect(cell).toBe('near-hit');
    expect(figures['opsPerSecond']).toBeGreaterThan(0);
  } finally {
    await member.stop();
  }
});
