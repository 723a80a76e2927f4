// hazelcastCache(await client.getMap('cache'), { ttl }): a cache of cache-manager whose entries all processes share.
import { createCache } from 'cache-manager';
import { Keyv } from 'keyv';

import { KeyvHazelcast } from './keyv-adapter.mjs';

/**
 * Makes a cache whose entries are in this map.
 *
 * @param options those of `createCache`: `ttl`, `refreshThreshold` (milliseconds) and the like
 */
export function hazelcastCache(map, options) {
  return createCache({ ...options, stores: [new Keyv({ store: new KeyvHazelcast(map) })] });
}
