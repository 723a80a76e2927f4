/** Has members tell of what they invalidated after a second: their default is 10 s. */
export const QUICK_INVALIDATIONS: Readonly<Record<string, string>> = {
  'hazelcast.map.invalidation.batchfrequency.seconds': '1',
};
