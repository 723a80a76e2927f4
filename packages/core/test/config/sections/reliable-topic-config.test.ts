import { expect, test } from 'vitest';

import { resolveConfig } from '../../../src/config/client-config.js';

test('reliable topics have the official defaults, and what is out of range is refused', () => {
  const { reliableTopics } = resolveConfig({
    reliableTopics: { a: {}, b: { readBatchSize: 1000, overloadPolicy: 'error' } },
  });
  expect(reliableTopics.of('a')).toEqual({ readBatchSize: 10, overloadPolicy: 'BLOCK' });
  expect(reliableTopics.of('b')).toEqual({ readBatchSize: 1000, overloadPolicy: 'ERROR' });
  for (const [given, text] of [
    [{ a: { readBatchSize: 1001 } }, /reliableTopics\['a'\]\.readBatchSize is 1001; .* 1 to 1000/],
    [{ a: { overloadPolicy: 'LOUD' } }, /reliableTopics\['a'\]\.overloadPolicy .*DISCARD_OLDEST/],
    [{ a: { other: 1 } }, /reliableTopics\['a'\]\.other is not an option/],
    [7, /reliableTopics is a number; accepted: an object/],
  ] as const) {
    expect(() => resolveConfig({ reliableTopics: given })).toThrow(text);
  }
});
