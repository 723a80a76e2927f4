import type { Service } from '../objects/proxy-registry.js';
import { MAP_SERVICE, MapProxy, type MapContext } from './map-proxy.js';
import { NearCachedMap } from './near-cached-map.js';

/** The service of maps. Those that the configuration names have a near cache. */
export const mapService: Service<MapProxy<never, never>, MapContext> = {
  name: MAP_SERVICE,
  kind: 'map',
  createProxy: (name, context) =>
    context.nearCaches.isFor(name) ? NearCachedMap.open(name, context) : new MapProxy(name, context),
};
