import * as fc from 'fast-check';
import Long from 'long';
import { describe, expect, it } from 'vitest';
import { IllegalArgumentError, InvalidAddressError } from '../../src/errors/hierarchy.js';
import { AddressImpl, parseAddress } from '../../src/values/address.js';
import { HazelcastJsonValue } from '../../src/values/hazelcast-json-value.js';
import { UUID, uuidFromHalves, uuidToHalves } from '../../src/values/uuid.js';
import { OfficialLong, OfficialUUID } from '../serialization/official.js';
import { seed } from '../serialization/seed.js';

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

describe('addresses', () => {
  it.each([
    ['localhost', { host: 'localhost', port: undefined }],
    ['10.0.0.1:5701', { host: '10.0.0.1', port: 5701 }],
    ['::1', { host: '::1', port: undefined }],
    ['[::1]', { host: '::1', port: undefined }],
    ['[fe80::1]:65535', { host: 'fe80::1', port: 65_535 }],
  ])('%s is read', (text, expected) => {
    expect(parseAddress(text)).toEqual(expected);
  });

  it.each([
    '',
    ':5701',
    'host:',
    'host:0',
    'host:65536',
    'host:5701x',
    'a:b:c',
    '[::1',
    '[::1]5701',
    'a b',
    'http://a',
  ])('%j is refused', (text) => {
    expect(() => parseAddress(text)).toThrow(InvalidAddressError);
  });

  it('are equal by host and port', () => {
    expect(new AddressImpl('a', 1).equals(new AddressImpl('a', 1))).toBe(true);
    expect(new AddressImpl('a', 1).equals(new AddressImpl('a', 2))).toBe(false);
    expect(String(new AddressImpl('a', 1))).toBe('a:1');
  });
});

it('HazelcastJsonValue keeps any text, and only text', () => {
  expect(new HazelcastJsonValue('not JSON').toString()).toBe('not JSON');
  expect(() => new HazelcastJsonValue({} as string)).toThrow(IllegalArgumentError);
});
