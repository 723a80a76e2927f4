// The kinds of distributed objects this member has. A new one adds its line; no other file need know of it.
export { MapService } from './map/map-service.js';
export { ReliableTopicService } from './topic/reliable-topic-service.js';
export { RingbufferService } from './ringbuffer/ringbuffer-service.js';
export { TopicService } from './topic/topic-service.js';
