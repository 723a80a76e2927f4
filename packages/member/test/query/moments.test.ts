import { seedOf } from '@offloop/tools';
import { TypeId } from '@offloop/wire';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { momentOfMillis, parseMoment } from '../../src/query/moments.js';

describe('a moment', () => {
  it('of a text is where the calendar has it', () => {
    const date = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(date, (given) => {
        const text = given.toISOString();
        const parsed = parseMoment(text.slice(0, -1), TypeId.LOCAL_DATE_TIME);
        expect(parsed?.place).toBe(BigInt(given.getTime()) * 1_000_000n);
        expect(parsed?.place).toBe(momentOfMillis(BigInt(given.getTime()), TypeId.LOCAL_DATE_TIME)?.place);
        const [day, time] = text.slice(0, -1).split('T');
        const millis = BigInt(given.getTime());
        expect(parseMoment(day, TypeId.LOCAL_DATE)?.place).toBe(
          momentOfMillis(millis, TypeId.LOCAL_DATE)?.place,
        );
        expect(parseMoment(time, TypeId.LOCAL_TIME)?.place).toBe(
          momentOfMillis(millis, TypeId.LOCAL_TIME)?.place,
        );
        expect(parseMoment(text, TypeId.OFFSET_DATE_TIME)?.place).toBe(
          momentOfMillis(millis, TypeId.OFFSET_DATE_TIME)?.place,
        );
      }),
      { seed: seedOf('moments') },
    );
  });

  it('of one instant is later where clocks show a later time', () => {
    const place = (text: string): bigint => parseMoment(text, TypeId.OFFSET_DATE_TIME)!.place;
    const inOrder = [
      '2020-01-02T00:59:59Z',
      '2020-01-01T07:00-18:00',
      '2020-01-02T01:00:00Z',
      '2020-01-02T19:00+18:00',
    ];
    expect(inOrder.map(place)).toEqual(inOrder.map(place).toSorted((a, b) => (a < b ? -1 : 1)));
    expect(place('2020-01-02T01:00:00.000000001Z')).toBeGreaterThan(place('2020-01-02T19:00+18:00'));
  });

  it.each([
    ['2020-01-02', TypeId.LOCAL_TIME],
    ['2020-01-02T01:02', TypeId.OFFSET_DATE_TIME],
    ['2020-01-02T01:02Z', TypeId.LOCAL_DATE_TIME],
    ['2020-1-2', TypeId.LOCAL_DATE],
    ['noon', TypeId.DATE],
    ['1-2-3-4-5', TypeId.UUID],
    ['', TypeId.UUID],
  ] as const)('is not in the text %j of type %d', (text, type) => {
    expect(parseMoment(text, type)).toBeUndefined();
  });
});
