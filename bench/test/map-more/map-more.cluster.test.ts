import { startRealMember, type RealMember } from '@offloop/tools';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openOfficialMaps, openOffloopMaps, type MapClient } from '../../src/map-more/map-client.js';
import { NEAR_CELLS } from '../../src/map-more/near-cells.js';
import { QUERY_CELLS } from '../../src/map-more/query-cells.js';
import { measureStorm } from '../../src/map-more/storm.js';
import { makeFewCalls } from '../support/few-calls.js';

describe('the cells of near caches and queries, on a real member', () => {
  let member: RealMember;
  beforeAll(async () => {
    member = await startRealMember({ heap: '1g' });
  });
  afterAll(() => member.kill());

  const cells = [...NEAR_CELLS, ...QUERY_CELLS].map((cell) => [cell.id, cell] as const);

  describe.each([
    ['official', openOfficialMaps],
    ['offloop', openOffloopMaps],
  ] as const)('%s', (_, open) => {
    let client: MapClient;
    beforeAll(async () => {
      client = await open(member.address);
    });
    afterAll(() => client.shutdown());

    test.each(cells)('%s: is answered rightly', (__, cell) =>
      expect(makeFewCalls(cell, client)).resolves.toBeUndefined(),
    );

    test('near-storm: all invalidations arrive, and are measured', async () => {
      const { cell, figures } = await measureStorm(client, 'small-near-storm', [1000, 5000]);
      expect(cell).toBe('near-storm');
      expect(figures['opsPerSecond']).toBeGreaterThan(0);
      // It may be 0: a storm this small can be over before the loop's delay is looked at twice.
      expect(figures['loopDelayMax']).toBeGreaterThanOrEqual(0);
    });
  });
});
