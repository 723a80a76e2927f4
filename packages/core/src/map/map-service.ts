import type { Service } from '../objects/proxy-registry.js';
import { MAP_SERVICE, MapProxy, type MapContext } from './map-proxy.js';
import { NearCachedMap } from './near-cached-map.js';

/** Maps, of which those have a near cache that the configuration names. */
export const mapService: Service<MapProxy<never, never>, MapContext> = {
  name: MAP_SERVICE,
  kind: 'map',
  createProxy: (name, context) =>
    context.nearCaches.isFor(name) ? new NearCachedMap(name, context) : new MapProxy(name, context),
};
