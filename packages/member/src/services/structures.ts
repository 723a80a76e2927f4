// The kinds of distributed objects this member has. A new one adds its line; no other file need know of it.
export { FlakeIdService } from './flake-id/flake-id-service.js';
export { MapService } from './map/map-service.js';
export { PNCounterService } from './pn-counter/pn-counter-service.js';
