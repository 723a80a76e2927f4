import * as fc from 'fast-check';
import Long from 'long';
import { seedOf } from '@offloop/tools';
import { describe, expect, it } from 'vitest';

import { UUID, uuidFromHalves, uuidToHalves } from '@offloop/values';
import { OfficialLong, OfficialUUID } from '../../../values/test/serialization/official.js';

const seed = seedOf('uuids');

describe('UUID', () => {
  const half = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

  it('reads as the official client writes it', () => {
    fc.assert(
      fc.property(half, half, (msb, lsb) => {
        const official = new OfficialUUID(
          OfficialLong.fromString(`${msb}`),
          OfficialLong.fromString(`${lsb}`),
        );
        expect(uuidFromHalves({ msb, lsb }).toString()).toBe((official as UUID).toString());
      }),
      { seed },
    );
  });

  it('goes to the halves of the protocol and back', () => {
    const halves = { msb: -1n, lsb: 2n ** 63n - 1n };
    expect(uuidToHalves(uuidFromHalves(halves))).toEqual(halves);
  });

  it('equals by its halves, and nothing equals null', () => {
    const uuid = new UUID(Long.ONE, Long.NEG_ONE);
    expect(uuid.equals(new UUID(Long.fromNumber(1), Long.fromNumber(-1)))).toBe(true);
    expect(uuid.equals(new UUID(Long.NEG_ONE, Long.ONE))).toBe(false);
    expect(uuid.equals(null)).toBe(false);
    expect(UUID.isUUID(uuid)).toBe(true);
    expect(UUID.isUUID({ mostSignificant: Long.ONE, leastSignificant: Long.ONE })).toBe(false);
  });
});
