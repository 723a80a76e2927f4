import { flakeIdService, type FlakeIdContext } from '../flake-id/flake-id-generator-proxy.js';
import { mapService, type MapContext } from '../map/map-proxy.js';
import type { DistributedObject } from '../objects/distributed-object.js';
import type { Service } from '../objects/proxy-registry.js';
import { pnCounterService, type PNCounterContext } from '../pn-counter/pn-counter-proxy.js';

/** All that proxies of any kind need of their client. */
export type ClientContext = MapContext & FlakeIdContext & PNCounterContext;

/** Every kind of distributed object this client has a proxy for. */
export const services: readonly Service<DistributedObject, ClientContext>[] = [
  flakeIdService,
  mapService,
  pnCounterService,
];
