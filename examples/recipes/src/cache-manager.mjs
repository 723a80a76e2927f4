// hazelcastCache(await client.getMap('cache'), { ttl }): a cache of cache-manager whose entries all processes share.
import { createCache } from 'cache-manager';
import { Keyv } from 'keyv';

import { KeyvHazelcast } from './keyv-adapter.mjs';

/** @param options of `createCache`: `ttl`, `refreshThreshold` (milliseconds) and the like. */
export function hazelcastCache(map, options) {
  return createCache({ ...options, stores: [new Keyv({ store: new KeyvHazelcast(map) })] });
}
