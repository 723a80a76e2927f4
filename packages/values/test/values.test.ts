import { describe, expect, it } from 'vitest';

import { IllegalArgumentError, InvalidAddressError } from '../src/errors/hierarchy.js';
import { AddressImpl, parseAddress } from '../src/classes/address.js';
import { HazelcastJsonValue } from '../src/classes/hazelcast-json-value.js';

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
