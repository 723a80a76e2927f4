export { Client, type ClientStats } from './client/client.js';
export type { ClientInfo } from './client/client-info.js';
export type { LifecycleService } from './client/lifecycle.js';
export type { DistributedObject, IMap } from './map/imap.js';
export type { CallOptions } from './runtime/runtime.js';
export type { ShardStats } from './runtime/stats.js';
