import type { CallOptions } from '../calls/call-options.js';
import { cardinalityEstimatorService } from '../cardinality-estimator/cardinality-estimator-proxy.js';
import type { CardinalityEstimator } from '../cardinality-estimator/cardinality-estimator.js';
import type { Cluster } from '../cluster/membership.js';
import { type ClientConfig, resolveConfig, type ResolvedConfig } from '../config/client-config.js';
import { effectiveConfig } from '../config/effective-config.js';
import { resolveFailoverConfig, type ClientFailoverConfig } from '../config/failover-config.js';
import type { CPSubsystem } from '../cp/cp-subsystem.js';
import { IllegalArgumentError } from '@offloop/values';
import { durableExecutorService } from '../executor/durable-executor-proxy.js';
import type { DurableExecutorService } from '../executor/durable-executor-service.js';
import { executorService } from '../executor/executor-service-proxy.js';
import type { IExecutorService } from '../executor/iexecutor-service.js';
import type { IScheduledExecutorService } from '../executor/ischeduled-executor-service.js';
import { scheduledExecutorService } from '../executor/scheduled-executor-proxy.js';
import { flakeIdService } from '../flake-id/flake-id-generator-proxy.js';
import type { FlakeIdGenerator } from '../flake-id/flake-id-generator.js';
import type { IList } from '../list/ilist.js';
import { listService } from '../list/list-proxy.js';
import type { IMap } from '../map/imap.js';
import { mapService } from '../map/map-service.js';
import { multiMapService } from '../multi-map/multi-map-proxy.js';
import type { MultiMap } from '../multi-map/multi-map.js';
import type { DistributedObject, DistributedObjectListener } from '../objects/distributed-object.js';
import { addDistributedObjectListener } from '../objects/listeners/listen.js';
import { pnCounterService } from '../pn-counter/pn-counter-proxy.js';
import type { PNCounter } from '../pn-counter/pn-counter.js';
import type { IQueue } from '../queue/iqueue.js';
import { queueService } from '../queue/queue-proxy.js';
import { replicatedMapService } from '../replicated-map/replicated-map-proxy.js';
import type { ReplicatedMap } from '../replicated-map/replicated-map.js';
import { ringbufferService } from '../ringbuffer/ringbuffer-proxy.js';
import type { Ringbuffer } from '../ringbuffer/ringbuffer.js';
import type { ISet } from '../set/iset.js';
import { setService } from '../set/set-proxy.js';
import type { ITopic } from '../topic/itopic.js';
import type { SqlService } from '../sql/sql-service.js';
import { reliableTopicService } from '../topic/reliable-topic-proxy.js';
import { topicService } from '../topic/topic-proxy.js';
import type { Topic } from '../topic/topic.js';
import type { TransactionalTask, TransactionContext } from '../transactions/transaction-context.js';
import type { TransactionOptions } from '../transactions/transaction-options.js';
import { totalStats } from '../shards/stats.js';
import { candidateCluster } from './candidates.js';
import { ClientLife } from './client-life.js';
import { addressOf, type ClientParts } from './client-parts.js';
import type { ClientDiagnosis } from './diagnosis.js';
import type { LifecycleService } from './lifecycle.js';
import { loggerOf } from './part-options.js';
import type { PartitionService } from './partition-service.js';
import type { SerializationService } from './serialization-service.js';
import { StartWatch } from './start-watch.js';
import {
  ClientInfo,
  healthOf,
  type ClientHealth,
  type ClientStats,
  type ConnectionManager,
} from './status.js';

/**
 * A Hazelcast client whose sockets live in a worker thread. Its methods have the names, arguments and results of
 * `hazelcast-client` 5.7.
 */
export class Client {
  readonly #life: ClientLife;
  readonly #parts: ClientParts;
  readonly #config: ClientConfig;

  private constructor(life: ClientLife, config: ClientConfig) {
    // Private in types only: programs without them may try.
    if (!(life instanceof ClientLife))
      throw new IllegalArgumentError('a client is made by await Client.newHazelcastClient(config)');
    this.#life = life;
    this.#parts = life.parts;
    this.#config = config;
  }

  /**
   * Makes a client and connects it (with `connectionStrategy.asyncStart` it resolves before that).
   *
   * Throws InvalidConfigurationError at once. Rejects with InvalidConfigurationError for files and modules that it names,
   * AuthenticationError, or IllegalStateError when the cluster refuses this client (the cause is a ClientNotAllowedInClusterError)
   * or no member answered within `connectionRetry.clusterConnectTimeoutMillis` (default: it tries for ever).
   */
  static newHazelcastClient(config?: ClientConfig): Promise<Client> {
    const resolved = resolveConfig(config);
    return Client.#make(config ?? {}, [resolved], null);
  }

  /**
   * Makes a client that goes over to another cluster when it has lost the present one (blue/green). The members must
   * support that, as those of Hazelcast Enterprise do; each cluster must have the same number of partitions.
   *
   * Throws InvalidConfigurationError at once. Rejects with IllegalStateError when none of the clusters could be entered.
   */
  static newHazelcastFailoverClient(failoverConfig?: ClientFailoverConfig): Promise<Client> {
    const { tryCount, clientConfigs } = resolveFailoverConfig(failoverConfig);
    return Client.#make(failoverConfig!.clientConfigs![0], clientConfigs, tryCount);
  }

  static async #make(
    given: ClientConfig,
    configs: readonly ResolvedConfig[],
    tryCount: number | null,
  ): Promise<Client> {
    const [config] = configs;
    const logger = loggerOf(config);
    const watch = new StartWatch(logger);
    const candidates = await watch.during(
      'TLS options (network.ssl)',
      Promise.all(configs.map(candidateCluster)),
    );
    const life = new ClientLife(config, candidates, tryCount, logger, watch);
    const client = new Client(life, effectiveConfig(given, config));
    await life.start(given);
    return client;
  }

  /** Returns the client's name: `instanceName` of the configuration, or `hz.client_` and a number. */
  getName(): string {
    return this.#parts.name;
  }

  /** Returns this client as members see it: name, UUID, local address and labels. */
  getLocalEndpoint(): ClientInfo {
    const { name, uuid, shards } = this.#parts;
    return new ClientInfo(name, uuid, addressOf(shards), this.#config.clientLabels ?? []);
  }

  /** Returns the service that tells whether the client runs or was shut down. {@link health} tells whether it is connected. */
  getLifecycleService(): LifecycleService {
    return this.#parts.lifecycle;
  }

  /** Returns the cluster, with its members now and as they change. */
  getCluster(): Cluster {
    return this.#parts.cluster;
  }

  /** Returns what {@link getCluster} does: official samples call it so, although the official types do not have it. */
  getClusterService(): Cluster {
    return this.#parts.cluster;
  }

  /** Returns the figures of all connections, by the name of an internal part of the official client that programs call. */
  getConnectionManager(): ConnectionManager {
    const { uuid, shards } = this.#parts;
    return {
      getClientUuid: () => uuid,
      getTotalBytesRead: () => totalStats(shards.stats()).bytesIn,
      getTotalBytesWritten: () => totalStats(shards.stats()).bytesOut,
    };
  }

  /** Returns the service that tells which partition a key is in, and which member owns it. */
  getPartitionService(): PartitionService {
    return this.#parts.partitions;
  }

  /** Returns the service that serializes and reads values without a call: for bytes of your own, and for libraries. */
  getSerializationService(): SerializationService {
    return this.#parts.serialization;
  }

  /**
   * Returns the CP subsystem: atomic numbers and references, locks, latches and semaphores that stay consistent when members
   * fail. They need Hazelcast Enterprise, or open-source members up to 5.4.
   */
  getCPSubsystem(): CPSubsystem {
    return this.#parts.cp;
  }

  /**
   * Resolves to the cardinality estimator of that name. Made on the cluster if needed; options and errors are those of
   * {@link getMap}. The official client has no cardinality estimators.
   */
  getCardinalityEstimator(name: string, options?: CallOptions): Promise<CardinalityEstimator> {
    return this.#parts.proxies.get(cardinalityEstimatorService, name, options);
  }

  /**
   * Resolves to the executor service of that name, which runs tasks on members. Made on the cluster if needed; options and errors are
   * those of {@link getMap}. The official client has no executors.
   */
  getExecutorService(name: string, options?: CallOptions): Promise<IExecutorService> {
    return this.#parts.proxies.get(executorService, name, options);
  }

  /**
   * Resolves to the durable executor service of that name, which runs tasks that members store. Made on the cluster if needed; options
   * and errors are those of {@link getMap}. The official client has no executors.
   */
  getDurableExecutorService(name: string, options?: CallOptions): Promise<DurableExecutorService> {
    return this.#parts.proxies.get(durableExecutorService, name, options);
  }

  /**
   * Resolves to the scheduled executor service of that name, which runs tasks later, or again and again. Made on the cluster if needed;
   * options and errors are those of {@link getMap}. The official client has no executors.
   */
  getScheduledExecutorService(name: string, options?: CallOptions): Promise<IScheduledExecutorService> {
    return this.#parts.proxies.get(scheduledExecutorService, name, options);
  }

  /** Resolves to the generator of ids of that name. Made on the cluster if needed; options and errors are those of {@link getMap}. */
  getFlakeIdGenerator(name: string, options?: CallOptions): Promise<FlakeIdGenerator> {
    return this.#parts.proxies.get(flakeIdService, name, options);
  }

  /** Resolves to the list of that name. Made on the cluster if needed; options and errors are those of {@link getMap}. */
  getList<E>(name: string, options?: CallOptions): Promise<IList<E>> {
    return this.#parts.proxies.get(listService, name, options);
  }

  /**
   * Resolves to the map of that name, the same object each time. It is made on the cluster when it is not there.
   *
   * Rejects with IllegalArgumentError for a name that is not a string, with OperationTimeoutError after the `timeout` of
   * `options` or two minutes without an answer, and with CancellationError when its `signal` aborts.
   */
  getMap<K, V>(name: string, options?: CallOptions): Promise<IMap<K, V>> {
    return this.#parts.proxies.get(mapService, name, options);
  }

  /** Resolves to the PN counter of that name. Made on the cluster if needed; options and errors are those of {@link getMap}. */
  getPNCounter(name: string, options?: CallOptions): Promise<PNCounter> {
    return this.#parts.proxies.get(pnCounterService, name, options);
  }

  /** Resolves to the queue of that name. Made on the cluster if needed; options and errors are those of {@link getMap}. */
  getQueue<E>(name: string, options?: CallOptions): Promise<IQueue<E>> {
    return this.#parts.proxies.get(queueService, name, options);
  }

  /** Resolves to the set of that name. Made on the cluster if needed; options and errors are those of {@link getMap}. */
  getSet<E>(name: string, options?: CallOptions): Promise<ISet<E>> {
    return this.#parts.proxies.get(setService, name, options);
  }

  /** Resolves to the multimap of that name. Made on the cluster if needed; options and errors are those of {@link getMap}. */
  getMultiMap<K, V>(name: string, options?: CallOptions): Promise<MultiMap<K, V>> {
    return this.#parts.proxies.get(multiMapService, name, options);
  }

  /** Resolves to the replicated map of that name. Made on the cluster if needed; options and errors are those of {@link getMap}. */
  getReplicatedMap<K, V>(name: string, options?: CallOptions): Promise<ReplicatedMap<K, V>> {
    return this.#parts.proxies.get(replicatedMapService, name, options);
  }

  /** Resolves to the ring buffer of that name. Made on the cluster if needed; options and errors are those of {@link getMap}. */
  getRingbuffer<E>(name: string, options?: CallOptions): Promise<Ringbuffer<E>> {
    return this.#parts.proxies.get(ringbufferService, name, options);
  }

  /** Resolves to the reliable topic of that name. Made on the cluster if needed; options and errors are those of {@link getMap}. */
  getReliableTopic<E>(name: string, options?: CallOptions): Promise<ITopic<E>> {
    return this.#parts.proxies.get(reliableTopicService, name, options);
  }

  /**
   * Resolves to the plain topic of that name. Made on the cluster if needed; options and errors are those of {@link getMap}. The
   * official client has no plain topics.
   */
  getTopic<E>(name: string, options?: CallOptions): Promise<Topic<E>> {
    return this.#parts.proxies.get(topicService, name, options);
  }

  /**
   * Returns the configuration that this client runs with, defaults included. A failover client returns that of its first cluster.
   * Changing it has no effect.
   */
  getConfig(): ClientConfig {
    return this.#config;
  }

  /** Returns the service that executes SQL statements. */
  getSql(): SqlService {
    return this.#parts.sql;
  }

  /**
   * Returns a context, which begins and ends transactions. {@link transaction} does that for a function.
   *
   * Throws IllegalArgumentError for options that are wrong.
   */
  newTransactionContext(options?: TransactionOptions): TransactionContext {
    return this.#parts.transactions.newContext(options);
  }

  /**
   * Runs a function in a transaction, which is committed when the function's promise resolves, and rolled back when it rejects.
   *
   * Resolves to the function's result. Rejects with its error, and as `begin` and `commit` of `TransactionContext`: with
   * IndeterminateOperationStateError when it is not known whether the transaction was committed.
   */
  transaction<T>(task: TransactionalTask<T>, options?: TransactionOptions): Promise<T> {
    return this.#parts.transactions.run(task, options);
  }

  /**
   * Resolves to every distributed object of the cluster. One whose kind this client does not know has only its name and `destroy`.
   */
  getDistributedObjects(): Promise<DistributedObject[]> {
    return this.#parts.proxies.all();
  }

  /**
   * Calls a listener when any client or member makes or destroys a distributed object. An error of the listener, or of its
   * promise, is logged.
   *
   * Resolves to the registration's id, for {@link removeDistributedObjectListener}, once every connected member has the
   * registration.
   */
  async addDistributedObjectListener(listener: DistributedObjectListener): Promise<string> {
    const { context, proxies } = this.#parts;
    context.invoker.checkActive();
    const added = addDistributedObjectListener(context, listener);
    proxies.awaitListener(added);
    return added;
  }

  /** Removes a listener for distributed objects. Resolves to whether there was one with this id. */
  removeDistributedObjectListener(listenerId: string): Promise<boolean> {
    return this.#parts.listeners.remove(listenerId);
  }

  /** Returns figures of each shard, and of all together: calls in flight, wake-ups of threads, fill of the rings. */
  stats(): ClientStats {
    const { pool, nearCaches, workers } = this.#parts;
    const shards = this.#parts.shards.stats();
    return {
      shards,
      total: totalStats(shards),
      transforms: pool.stats(),
      nearCaches: nearCaches.stats,
      runtime: this.#parts.shards.places === undefined ? workers : this.#parts.shards.places.count(workers),
    };
  }

  /**
   * Returns whether the client is connected, since when, and what went wrong last. It makes no call to a member, so probes may
   * call it often.
   */
  health(): ClientHealth {
    return healthOf(this.#parts.shards, this.#parts.cluster);
  }

  /**
   * Resolves to a report of where calls wait, and when each thread last did something, for a client that stands still. It may be
   * called at any time, also when the worker is dead or stuck, and resolves after a second at most. It looks at every call in
   * flight, so it is slow with many.
   */
  diagnose(): Promise<ClientDiagnosis> {
    return this.#life.diagnose();
  }

  /** Closes all connections and ends the worker. Calls in flight reject with ClientNotActiveError. May be called again. */
  shutdown(): Promise<void> {
    return this.#life.shutdown();
  }

  /** Calls `shutdown()` at the end of the block of an `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.shutdown();
  }
}
