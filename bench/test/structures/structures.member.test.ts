import { describe, expect, test } from 'vitest';
import { embeddedMember } from '../../../packages/core/test/client/support/embedded-member.js';
import { STRUCTURE_CELLS, structures } from '../../src/experiments/structures.js';
import { connectOfficialAlike, connectOffloop } from '../../src/clients/open.js';
import { makeFewCalls } from '../support/few-calls.js';
import { shortRun } from '../support/memory-client.js';

const member = await embeddedMember();

describe('the cells of structures', () => {
  test.each([
    ['official', connectOfficialAlike],
    ['offloop', connectOffloop],
  ] as const)('are answered rightly by %s', async (_, open) => {
    const client = await open(member.address);
    try {
      for (const cell of STRUCTURE_CELLS) await expect(makeFewCalls(cell, client)).resolves.toBeUndefined();
    } finally {
      await client.shutdown();
    }
  });

  test('are measured', async () => {
    const context = { approach: 'offloop', cells: ['list-get-c8'], cluster: member.address };
    const [{ cell, figures }] = await structures.run(shortRun(context));
    expect(cell).toBe('list-get-c8');
    expect(figures['opsPerSecond']).toBeGreaterThan(0);
  });
});
