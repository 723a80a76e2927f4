// Exports for the other packages of this project only; this module is not published. The simulation uses the caller's half of
// JSON on tapes, shards and their leader, listeners, near caches.
export { AnnouncedShapes } from './calls/completions/tape/announced-shapes.js';
export { TapeReader } from './calls/completions/tape/tape-reader.js';
export { Leader } from './client/leader.js';
export { readNearCaches } from './config/sections/near-cache-config.js';
export { NearCachedMap } from './map/near-cached-map.js';
export { NearCaches } from './map/near-cache/near-caches.js';
export { ListenerRegistry } from './objects/listeners/listener-registry.js';
export { Shards, type ShardsOptions } from './shards/shards.js';
export { DataDecoder, DEFAULT_SERIALIZATION, type SerializationSettings } from '@offloop/values';
