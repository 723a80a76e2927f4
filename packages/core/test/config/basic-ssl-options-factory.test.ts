import hazelcast from 'hazelcast-client';
import { expect, it } from 'vitest';

import { BasicSSLOptionsFactory, HazelcastError } from '../../src/index.js';

it.each([3, 'ca.pem', true, undefined])('refuses %j for properties, as officially', async (properties) => {
  const opening = 'properties is not an object';
  expect(() => new hazelcast.BasicSSLOptionsFactory().init(properties as never)).toThrow(opening);
  const error: unknown = await new BasicSSLOptionsFactory()
    .init(properties as never)
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(HazelcastError);
  expect((error as Error).message.startsWith(opening)).toBe(true);
});
