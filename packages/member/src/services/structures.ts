// The services of distributed objects. A new one needs a line here and nowhere else.
export { ListService } from './list/list-service.js';
export { MapService } from './map/map-service.js';
export { QueueService } from './queue/queue-service.js';
export { SetService } from './set/set-service.js';
export { MultiMapService } from './multi-map/multi-map-service.js';
export { ReplicatedMapService } from './replicated-map/replicated-map-service.js';
export { ReliableTopicService } from './topic/reliable-topic-service.js';
export { RingbufferService } from './ringbuffer/ringbuffer-service.js';
export { TopicService } from './topic/topic-service.js';
export { FlakeIdService } from './flake-id/flake-id-service.js';
export { PNCounterService } from './pn-counter/pn-counter-service.js';
export { CardinalityEstimatorService } from './cardinality-estimator/cardinality-estimator-service.js';
export { ExecutorService } from './executor/executor-service.js';
export { DurableExecutorService } from './executor/durable-executor-service.js';
export { ScheduledExecutorService } from './executor/scheduled-executor-service.js';
