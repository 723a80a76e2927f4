import { listService } from '../list/list-proxy.js';
import { mapService, type MapContext } from '../map/map-proxy.js';
import { multiMapService } from '../multi-map/multi-map-proxy.js';
import type { DistributedObject } from '../objects/distributed-object.js';
import type { Service } from '../objects/proxy-registry.js';
import { queueService } from '../queue/queue-proxy.js';
import { setService } from '../set/set-proxy.js';
import { replicatedMapService } from '../replicated-map/replicated-map-proxy.js';

/** All that proxies of any kind need of their client. */
export type ClientContext = MapContext;

/** Every kind of distributed object this client has a proxy for. */
export const services: readonly Service<DistributedObject, ClientContext>[] = [
  listService,
  mapService,
  queueService,
  setService,
  multiMapService,
  replicatedMapService,
];
