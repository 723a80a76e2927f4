import { createRequire } from 'node:module';

import { expect, test } from 'vitest';

import { memberOfTest } from './support/embedded-member.js';
import { connect } from './support/client-bench.js';

// Its types do not tell of it.
const { MapProxy: OfficialMap } = createRequire(import.meta.url)(
  'hazelcast-client/lib/proxy/MapProxy.js',
) as {
  readonly MapProxy: { readonly prototype: object };
};

test('every method of its maps is there', async () => {
  const member = await memberOfTest();
  const { client } = await connect(member.address);
  const map = (await client.getMap('m')) as unknown as Record<
    string,
    (...args: unknown[]) => Promise<unknown>
  >;
  const missing = Object.getOwnPropertyNames(OfficialMap.prototype).filter(
    (name) => !/Internal$|^createEntryListener|^finalizePutAll$/.test(name) && !(name in map),
  );
  expect(missing).toEqual([]);
});
