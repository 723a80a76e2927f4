// Exports for the other packages of this project only; this module is not published. The simulation uses the caller's half of
// JSON on tapes, shards, their leader, the places of calls, listeners, near caches, transactions.
export { AnnouncedShapes } from './calls/completions/tape/announced-shapes.js';
export { CompletionReader } from './calls/completions/completion-reader.js';
export { TapeReader } from './calls/completions/tape/tape-reader.js';
export { ObjectName } from './calls/requests/object-name.js';
export { encodeByTable } from './calls/requests/table-request.js';
export { Leader } from './client/leader.js';
export { readNearCaches } from './config/sections/near-cache-config.js';
export { NearCachedMap } from './map/near-cached-map.js';
export { NearCaches } from './map/near-cache/near-caches.js';
export { ListenerRegistry } from './objects/listeners/listener-registry.js';
export type { ShardsOptions } from './shards/shard-settings.js';
export { Shards } from './shards/shards.js';
export type { PlaceOfOperation } from './shards/places/places.js';
export type { TransactionParts } from './transactions/transaction.js';
export { Transactions } from './transactions/transactions.js';
export { DataDecoder, DEFAULT_SERIALIZATION, type SerializationSettings } from '@offloop/values';
