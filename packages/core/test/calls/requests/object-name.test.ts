import { dataHash, partitionIdOf } from '@offloop/wire';
import { expect, test } from 'vitest';

import { ObjectName } from '../../../src/calls/requests/object-name.js';
import { encode } from '../../../../values/test/serialization/encode.js';

test.each([
  ['orders', 'orders'],
  ['orders@eu', 'eu'],
  ['orders@eu@west', 'eu@west'],
  ['@eu', 'eu'],
  ['orders@', ''],
])('the partition key of %s is %s', (text, key) => {
  const name = new ObjectName(text);
  expect(name.text).toBe(text);
  expect(name.partitionKey).toBe(key);
  const data = encode(key);
  expect(name.partitionId(271)).toBe(partitionIdOf(dataHash(data, 0, data.length), 271));
  expect(name.partitionId(7)).toBe(partitionIdOf(dataHash(data, 0, data.length), 7));
});
