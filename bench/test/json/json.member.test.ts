import { describe, expect, test } from 'vitest';
import { embeddedMember } from '../../../packages/core/test/client/support/embedded-member.js';
import { json } from '../../src/json/json.js';
import { JSON_CELLS } from '../../src/json/json-cells.js';
import { openOfficialValues, openOffloopValues } from '../../src/values/value-client.js';
import { makeFewCalls } from '../support/few-calls.js';
import { shortRun } from '../support/memory-client.js';

/** One cell of each kind. */
const CELLS = JSON_CELLS.filter(({ concurrency }) => concurrency === 1);

const member = await embeddedMember();

describe('the cells of documents', () => {
  test.each([
    ['official', openOfficialValues],
    ['offloop', openOffloopValues],
  ] as const)('are answered rightly by %s', async (_, open) => {
    const client = await open(member.address);
    try {
      for (const cell of CELLS) await expect(makeFewCalls(cell, client)).resolves.toBeUndefined();
    } finally {
      await client.shutdown();
    }
  });

  test('a wrong document is found when the window is over, where the spot was right', async () => {
    const client = await openOfficialValues(member.address);
    try {
      const cell = CELLS.find(({ id }) => id === 'flat-20-c1')!;
      const { call, end } = await cell.prepare(client, 'wrong', 7);
      const map = await client.getMap('wrong');
      await map.set('key-0', { ...((await map.get('key-0')) as object), locale: 'en-AU' });
      await call(0);
      await expect(end?.()).rejects.toThrow('flat-20-c1, key-0');
    } finally {
      await client.shutdown();
    }
  });

  test('are measured, latencies among the figures', async () => {
    const context = { approach: 'offloop-text', cells: ['order-1KB-c8'], cluster: member.address };
    const [{ cell, figures }] = await json.run(shortRun(context));
    expect(cell).toBe('order-1KB-c8');
    expect(figures['opsPerSecond']).toBeGreaterThan(0);
    expect(figures['latencyP50']).toBeGreaterThan(0);
  });
});
