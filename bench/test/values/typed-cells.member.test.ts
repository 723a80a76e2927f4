import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { embeddedMember } from '../../../packages/core/test/client/support/embedded-member.js';
import { TYPED_CELLS } from '../../src/values/typed-cells.js';
import {
  openOfficialValues,
  openOffloopValues,
  type ValueClient,
  type ValueMap,
} from '../../src/values/value-client.js';
import { makeFewCalls } from '../support/few-calls.js';

type ComparingMap = ValueMap & { replaceIfSame(key: string, old: unknown, next: unknown): Promise<boolean> };

const member = await embeddedMember();

describe('the cells of typed values', () => {
  let official: ValueClient;
  let offloop: ValueClient;
  beforeAll(async () => {
    official = await openOfficialValues(member.address);
    offloop = await openOffloopValues(member.address);
  });
  afterAll(() => Promise.all([official.shutdown(), offloop.shutdown()]));

  // To write so many doubles takes the official client too long for a test; that it writes the same bytes is seen below.
  const cheap = TYPED_CELLS.filter(({ id }) => !id.includes('doubles'));

  test.each(cheap.map((cell) => [cell.id, cell] as const))(
    '%s: the official client answers rightly',
    (_, cell) => expect(makeFewCalls(cell, official)).resolves.toBeUndefined(),
  );

  test.each(TYPED_CELLS.map((cell) => [cell.id, cell] as const))('%s: offloop answers rightly', (_, cell) =>
    expect(makeFewCalls(cell, offloop)).resolves.toBeUndefined(),
  );

  // A list of decimals is offloop's alone to write.
  const gets = TYPED_CELLS.filter(({ id }) => id.startsWith('get-') && !id.includes('list'));

  test.each(gets.map((cell) => [cell.id, cell] as const))(
    '%s: both clients write the same bytes',
    async (id, cell) => {
      const name = `same-${id}`;
      const { end } = await cell.prepare(offloop, name, 7);
      const map = (await official.getMap(name)) as ComparingMap;
      const value = await map.get('key-0');
      // Members compare bytes.
      expect(await map.replaceIfSame('key-0', 'another', 'none')).toBe(false);
      expect(await map.replaceIfSame('key-0', value, 'another')).toBe(true);
      await end?.();
    },
  );
});
