import { mapService, type MapContext } from '../map/map-proxy.js';
import type { DistributedObject } from '../objects/distributed-object.js';
import type { Service } from '../objects/proxy-registry.js';
import { ringbufferService } from '../ringbuffer/ringbuffer-proxy.js';
import { reliableTopicService, type TopicContext } from '../topic/reliable-topic-proxy.js';
import { topicService } from '../topic/topic-proxy.js';

/** All that proxies of any kind need of their client. */
export type ClientContext = MapContext & TopicContext;

/** Every kind of distributed object this client has a proxy for. */
export const services: readonly Service<DistributedObject, ClientContext>[] = [
  mapService,
  reliableTopicService,
  ringbufferService,
  topicService,
];
