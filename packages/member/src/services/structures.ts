// The structures. A new one needs a line here and nowhere else.
export { lists } from './list/lists.js';
export { maps } from './map/maps.js';
export { queues } from './queue/queues.js';
export { sets } from './set/sets.js';
export { multiMaps } from './multi-map/multi-maps.js';
export { replicatedMaps } from './replicated-map/replicated-maps.js';
export { ringbuffers } from './ringbuffer/ringbuffers.js';
export { reliableTopics, topics } from './topic/topics.js';
export { flakeIds } from './flake-id/flake-ids.js';
export { pnCounters } from './pn-counter/pn-counters.js';
export { cardinalityEstimators } from './cardinality-estimator/cardinality-estimators.js';
export { durableExecutors, executors, scheduledExecutors } from './executor/executors.js';
