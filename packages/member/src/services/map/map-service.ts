import type { Dispatcher } from '../../dispatcher.js';
import { registerBulk } from './bulk.js';
import { registerListeners } from './listeners.js';
import { registerLocking } from './locking.js';
import type { Maps } from './maps.js';
import { registerReads } from './reads.js';
import { registerRemovals } from './removals.js';
import { registerWrites } from './writes.js';

export const MAP_SERVICE_NAME = 'hz:impl:mapService';

/** Registers the handlers of every map message this member supports. */
export function registerMapMessages(dispatcher: Dispatcher, maps: Maps): void {
  registerReads(dispatcher, maps);
  registerWrites(dispatcher, maps);
  registerRemovals(dispatcher, maps);
  registerBulk(dispatcher, maps);
  registerLocking(dispatcher, maps);
  registerListeners(dispatcher, maps);
}
