import { notSupported } from '../errors/not-supported.js';
import type { FlakeIdGenerator } from '../flake-id/flake-id-generator.js';
import { flakeIdService, type FlakeIdContext } from '../flake-id/flake-id-generator-proxy.js';
import type { PNCounter } from '../pn-counter/pn-counter.js';
import { pnCounterService, type PNCounterContext } from '../pn-counter/pn-counter-proxy.js';
import type { IList } from '../list/ilist.js';
import { listService } from '../list/list-proxy.js';
import type { IMap } from '../map/imap.js';
import { mapService, type MapContext } from '../map/map-proxy.js';
import { multiMapService } from '../multi-map/multi-map-proxy.js';
import type { MultiMap } from '../multi-map/multi-map.js';
import type { DistributedObject } from '../objects/distributed-object.js';
import type { DistributedObjectListener } from '../objects/listeners/distributed-object-listener.js';
import { addDistributedObjectListener } from '../objects/listeners/listen-to-objects.js';
import type { ProxyRegistry, Service } from '../objects/proxy-registry.js';
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
export type ClientContext = FlakeIdContext & MapContext & PNCounterContext & TopicContext;

/** Every kind of distributed object this client has a proxy for. */
export const services: readonly Service<DistributedObject, ClientContext>[] = [
  flakeIdService,
  listService,
  mapService,
  multiMapService,
  pnCounterService,
  queueService,
  reliableTopicService,
  replicatedMapService,
  ringbufferService,
  setService,
  topicService,
];

/** What distributed objects are made of. */
export interface Objects {
  readonly context: ClientContext;
  readonly proxies: ProxyRegistry<ClientContext>;
}

/** How users get at distributed objects, of each kind. */
export abstract class Structures {
  /** As `getMap`, a generator of ids. */
  getFlakeIdGenerator(name: string): Promise<FlakeIdGenerator> {
    return this.objects.proxies.get(flakeIdService, name);
  }

  /** As `getMap`, a list. */
  getList<E>(name: string): Promise<IList<E>> {
    return this.objects.proxies.get(listService, name);
  }

  /** The map of that name; made on the cluster when it is not there. The same object each time. */
  getMap<K, V>(name: string): Promise<IMap<K, V>> {
    return this.objects.proxies.get(mapService, name);
  }

  /** As `getMap`, a counter. */
  getPNCounter(name: string): Promise<PNCounter> {
    return this.objects.proxies.get(pnCounterService, name);
  }

  /** As `getMap`, a queue. */
  getQueue<E>(name: string): Promise<IQueue<E>> {
    return this.objects.proxies.get(queueService, name);
  }

  /** As `getMap`, a set. */
  getSet<E>(name: string): Promise<ISet<E>> {
    return this.objects.proxies.get(setService, name);
  }

  /** As `getMap`, a multimap. */
  getMultiMap<K, V>(name: string): Promise<MultiMap<K, V>> {
    return this.objects.proxies.get(multiMapService, name);
  }

  /** As `getMap`, a replicated map. */
  getReplicatedMap<K, V>(name: string): Promise<ReplicatedMap<K, V>> {
    return this.objects.proxies.get(replicatedMapService, name);
  }

  /** The ring buffer of that name; as `getMap`. */
  getRingbuffer<E>(name: string): Promise<Ringbuffer<E>> {
    return this.objects.proxies.get(ringbufferService, name);
  }

  /** The reliable topic of that name; as `getMap`. */
  getReliableTopic<E>(name: string): Promise<ITopic<E>> {
    return this.objects.proxies.get(reliableTopicService, name);
  }

  /** The plain topic of that name; as `getMap`. The official client has none. */
  getTopic<E>(name: string): Promise<Topic<E>> {
    return this.objects.proxies.get(topicService, name);
  }

  /** Not supported yet: throws UnsupportedOperationError. */
  getConfig(): never {
    throw notSupported('Client.getConfig');
  }

  /** Not supported yet: throws UnsupportedOperationError. */
  getSql(): never {
    throw notSupported('Client.getSql');
  }

  /** Every object the cluster has. Of kinds this client does not know yet, only name and `destroy` are there. */
  getDistributedObjects(): Promise<DistributedObject[]> {
    return this.objects.proxies.all();
  }

  /**
   * Tells a function of distributed objects that are made and destroyed, by whomever; what it throws, or its promise
   * rejects with, is logged.
   *
   * Resolves to the registration's id, as `IMap.addEntryListener` does.
   */
  addDistributedObjectListener(listener: DistributedObjectListener): Promise<string> {
    return addDistributedObjectListener(this.objects.context, listener);
  }

  /** Resolves to whether there was such a listener. */
  removeDistributedObjectListener(listenerId: string): Promise<boolean> {
    return this.objects.context.listeners.remove(listenerId);
  }

  protected abstract get objects(): Objects;
}
