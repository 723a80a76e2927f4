import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { embeddedMember } from '../../../packages/core/test/client/support/embedded-member.js';
import { openOffloopMaps, type MapClient } from '../../src/map-more/map-client.js';
import { mapMore } from '../../src/map-more/map-more.js';
import { NEAR_CELLS } from '../../src/map-more/near-cells.js';
import { shortRun } from '../support/memory-client.js';

const HIT = NEAR_CELLS.find(({ id }) => id === 'near-hit')!;

const member = await embeddedMember();

/** The official client's near cache does not get ready beside an embedded member; it is tested on a real one. */
describe('the hits of near caches, by offloop', () => {
  let client: MapClient;
  beforeAll(async () => {
    client = await openOffloopMaps(member.address);
  });
  afterAll(() => client.shutdown());

  test('are counted as one each', async () => {
    const { call, take, end } = await HIT.prepare(client, HIT.id, 7);
    const before = client.nearCounts(HIT.id).hitCount;
    let operations = 0;
    for (let turn = 0; turn < 3; turn++) operations += take!(await call(turn), turn);
    expect(operations).toBe(1500);
    expect(client.nearCounts(HIT.id).hitCount - before).toBe(operations);
    await expect(end?.()).resolves.toBeUndefined();
  });

  test('have no miss among them that is not found', async () => {
    const name = `missed-${HIT.id}`;
    const { call, end } = await HIT.prepare(client, name, 7);
    const map = await client.getMap<string, unknown>(name);
    await map.set('key-0', await map.get('key-0'));
    await call(0);
    await expect(end?.()).rejects.toThrow('what should be a hit was a miss');
  });

  test('are measured though they leave the loop no turn of their own', async () => {
    const context = { approach: 'offloop', cells: [HIT.id], cluster: member.address };
    const [{ cell, figures }] = await mapMore.run(shortRun(context));
    expect(cell).toBe('near-hit');
    expect(figures['opsPerSecond']).toBeGreaterThan(0);
  });
});
