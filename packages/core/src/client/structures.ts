import type { CallOptions } from '../calls/call-options.js';
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
  /** Resolves to the generator of ids of that name; made, limited and rejected as {@link getMap} says. */
  getFlakeIdGenerator(name: string, options?: CallOptions): Promise<FlakeIdGenerator> {
    return this.objects.proxies.get(flakeIdService, name, options);
  }

  /** Resolves to the list of that name; made, limited and rejected as {@link getMap} says. */
  getList<E>(name: string, options?: CallOptions): Promise<IList<E>> {
    return this.objects.proxies.get(listService, name, options);
  }

  /**
   * Resolves to the map of that name, the same object each time. It is made on the cluster when it is not there.
   *
   * Rejects with IllegalArgumentError for a name that is not a non-empty string, with OperationTimeoutError or CancellationError as
   * `options` say, and with OperationTimeoutError when no member has answered for two minutes.
   */
  getMap<K, V>(name: string, options?: CallOptions): Promise<IMap<K, V>> {
    return this.objects.proxies.get(mapService, name, options);
  }

  /** Resolves to the PN counter of that name; made, limited and rejected as {@link getMap} says. */
  getPNCounter(name: string, options?: CallOptions): Promise<PNCounter> {
    return this.objects.proxies.get(pnCounterService, name, options);
  }

  /** Resolves to the queue of that name; made, limited and rejected as {@link getMap} says. */
  getQueue<E>(name: string, options?: CallOptions): Promise<IQueue<E>> {
    return this.objects.proxies.get(queueService, name, options);
  }

  /** Resolves to the set of that name; made, limited and rejected as {@link getMap} says. */
  getSet<E>(name: string, options?: CallOptions): Promise<ISet<E>> {
    return this.objects.proxies.get(setService, name, options);
  }

  /** Resolves to the multimap of that name; made, limited and rejected as {@link getMap} says. */
  getMultiMap<K, V>(name: string, options?: CallOptions): Promise<MultiMap<K, V>> {
    return this.objects.proxies.get(multiMapService, name, options);
  }

  /** Resolves to the replicated map of that name; made, limited and rejected as {@link getMap} says. */
  getReplicatedMap<K, V>(name: string, options?: CallOptions): Promise<ReplicatedMap<K, V>> {
    return this.objects.proxies.get(replicatedMapService, name, options);
  }

  /** Resolves to the ring buffer of that name; made, limited and rejected as {@link getMap} says. */
  getRingbuffer<E>(name: string, options?: CallOptions): Promise<Ringbuffer<E>> {
    return this.objects.proxies.get(ringbufferService, name, options);
  }

  /** Resolves to the reliable topic of that name; made, limited and rejected as {@link getMap} says. */
  getReliableTopic<E>(name: string, options?: CallOptions): Promise<ITopic<E>> {
    return this.objects.proxies.get(reliableTopicService, name, options);
  }

  /**
   * Resolves to the plain topic of that name; made, limited and rejected as {@link getMap} says. The official client has no plain
   * topics.
   */
  getTopic<E>(name: string, options?: CallOptions): Promise<Topic<E>> {
    return this.objects.proxies.get(topicService, name, options);
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
