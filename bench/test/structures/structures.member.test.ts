import { startMember, type Member } from '@offloop/member';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OWN_STRUCTURE_CELLS } from '../../src/structures/own-structures.js';
import { STRUCTURE_CELLS, structures } from '../../src/experiments/structures.js';
import { openOfficialStructures, openOffloopStructures } from '../../src/structures/structure-client.js';
import { makeFewCalls } from '../load/few-calls.js';

describe('the cells of structures', () => {
  let member: Member;
  beforeAll(async () => {
    member = await startMember();
  });
  afterAll(() => member.stop());

  test.each([
    ['official', openOfficialStructures],
    ['offloop', openOffloopStructures],
  ] as const)('are answered rightly by %s', async (_, open) => {
    const client = await open(member.address);
    try {
      for (const cell of STRUCTURE_CELLS) await expect(makeFewCalls(cell, client)).resolves.toBeUndefined();
    } finally {
      await client.shutdown();
    }
  });

  test('that the official client does not have are answered rightly, too', async () => {
    const client = await openOffloopStructures(member.address);
    try {
      for (const cell of OWN_STRUCTURE_CELLS)
        await expect(makeFewCalls(cell, client)).resolves.toBeUndefined();
    } finally {
      await client.shutdown();
    }
  });

  test('are measured', async () => {
    const timing = { processWarmup: 0, cellWarmup: 0, window: 0.3 };
    const context = { approach: 'offloop', cells: ['list-get-c8'], timing, seed: 7, cluster: member.address };
    const [{ cell, figures }] = await structures.run(context);
    expect(cell).toBe('list-get-c8');
    expect(figures['opsPerSecond']).toBeGreaterThan(0);
  });
});
