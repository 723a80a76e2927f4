import type { IList } from '../list/ilist.js';
import { listService } from '../list/list-proxy.js';
import type { IMap } from '../map/imap.js';
import { mapService, type MapContext } from '../map/map-proxy.js';
import { multiMapService } from '../multi-map/multi-map-proxy.js';
import type { MultiMap } from '../multi-map/multi-map.js';
import type { DistributedObject } from '../objects/distributed-object.js';
import type { Service } from '../objects/proxy-registry.js';
import type { IQueue } from '../queue/iqueue.js';
import { queueService } from '../queue/queue-proxy.js';
import { replicatedMapService } from '../replicated-map/replicated-map-proxy.js';
import type { ReplicatedMap } from '../replicated-map/replicated-map.js';
import { ringbufferService } from '../ringbuffer/ringbuffer-proxy.js';
import type { Ringbuffer } from '../ringbuffer/ringbuffer.js';
import type { ISet } from '../set/iset.js';
import { setService } from '../set/set-proxy.js';
import type { ITopic } from '../topic/itopic.js';
import { reliableTopicService, type TopicContext } from '../topic/reliable-topic-proxy.js';
import { topicService } from '../topic/topic-proxy.js';
import type { Topic } from '../topic/topic.js';

/** All that proxies of any kind need of their client. */
export type ClientContext = MapContext & TopicContext;

/** Every kind of distributed object this client has a proxy for. */
export const services: readonly Service<DistributedObject, ClientContext>[] = [
  listService,
  mapService,
  multiMapService,
  queueService,
  reliableTopicService,
  replicatedMapService,
  ringbufferService,
  setService,
  topicService,
];

/** How users get the distributed objects of each kind. */
export abstract class Structures {
  /** As `getMap`, a list. */
  getList<E>(name: string): Promise<IList<E>> {
    return this.proxy(listService, name);
  }

  /** The map of that name; made on the cluster when it is not there. The same object each time. */
  getMap<K, V>(name: string): Promise<IMap<K, V>> {
    return this.proxy(mapService, name);
  }

  /** As `getMap`, a queue. */
  getQueue<E>(name: string): Promise<IQueue<E>> {
    return this.proxy(queueService, name);
  }

  /** As `getMap`, a set. */
  getSet<E>(name: string): Promise<ISet<E>> {
    return this.proxy(setService, name);
  }

  /** As `getMap`, a multimap. */
  getMultiMap<K, V>(name: string): Promise<MultiMap<K, V>> {
    return this.proxy(multiMapService, name);
  }

  /** As `getMap`, a replicated map. */
  getReplicatedMap<K, V>(name: string): Promise<ReplicatedMap<K, V>> {
    return this.proxy(replicatedMapService, name);
  }

  /** The ring buffer of that name; as `getMap`. */
  getRingbuffer<E>(name: string): Promise<Ringbuffer<E>> {
    return this.proxy(ringbufferService, name);
  }

  /** The reliable topic of that name; as `getMap`. */
  getReliableTopic<E>(name: string): Promise<ITopic<E>> {
    return this.proxy(reliableTopicService, name);
  }

  /** The plain topic of that name; as `getMap`. The official client has none. */
  getTopic<E>(name: string): Promise<Topic<E>> {
    return this.proxy(topicService, name);
  }

  /** The proxy of that name: one for all who ask. */
  protected abstract proxy<P extends DistributedObject>(
    service: Service<P, ClientContext>,
    name: string,
  ): Promise<P>;
}
