import type { CandidateCluster, FromWorker, WireError } from '@offloop/workers';
import { Invoker } from '../calls/invoker.js';
import { Runtime } from '../calls/runtime.js';
import type { ShardStats } from '../calls/stats.js';
import { ClusterService } from '../cluster/cluster-service.js';
import type { Cluster } from '../cluster/membership.js';
import type { ClientConfig } from '../config/client-config.js';
import { resolveFailoverConfig, type ClientFailoverConfig } from '../config/failover-config.js';
import { resolveConfig, type ResolvedConfig } from '../config/resolve-config.js';
import { CPSubsystemImpl } from '../cp/cp-subsystem-impl.js';
import type { CPSubsystem } from '../cp/cp-subsystem.js';
import { Sessions } from '../cp/sessions.js';
import { IllegalStateError } from '../errors/hierarchy.js';
import { errorFromWire } from '../errors/rebuild.js';
import { threadError } from '../errors/thread-error.js';
import type { FlakeIdGenerator } from '../flake-id/flake-id-generator.js';
import { flakeIdService } from '../flake-id/flake-id-generator-proxy.js';
import { preferredMember } from '../load-balancing/preferred-member.js';
import { ConsoleLogger } from '../logging/console-logger.js';
import { GuardedLogger } from '../logging/guarded-logger.js';
import { LogLevel } from '../logging/log-level.js';
import type { ILogger } from '../logging/logger.js';
import type { IMap } from '../map/imap.js';
import { mapService } from '../map/map-proxy.js';
import type { DistributedObject } from '../objects/distributed-object.js';
import type { DistributedObjectListener } from '../objects/listeners/distributed-object-listener.js';
import { addDistributedObjectListener } from '../objects/listeners/listen-to-objects.js';
import { ListenerRegistry } from '../objects/listeners/listener-registry.js';
import { ProxyRegistry } from '../objects/proxy-registry.js';
import type { PNCounter } from '../pn-counter/pn-counter.js';
import { pnCounterService } from '../pn-counter/pn-counter-proxy.js';
import { ComputePool, type TransformStats } from '../transforms/compute-pool.js';
import { AddressImpl } from '../values/address.js';
import { LifecycleState } from '../values/lifecycle-state.js';
import { DataDecoder } from '../values/serialization/data-decoder.js';
import { randomUuid, type UUID } from '../values/uuid.js';
import { candidateCluster } from './candidates.js';
import type { ClientInfo } from './client-info.js';
import { Lifecycle, type LifecycleService } from './lifecycle.js';
import { PartitionServiceImpl, type PartitionService } from './partition-service.js';
import { notSupported } from './not-supported.js';
import { poolOptions } from './pool-options.js';
import { services, type ClientContext } from './services.js';
import { shardOptions } from './shard-options.js';
import { withResolvers, type PromiseWithResolvers } from './with-resolvers.js';
import { workerCount, type WorkerCount } from './worker-count.js';

/** What `client.stats()` gives. */
export interface ClientStats {
  readonly shards: readonly ShardStats[];
  readonly transforms: TransformStats;
  /** How many worker threads the client has, and why: see `runtime.workers`. */
  readonly runtime: WorkerCount;
}

/** Milliseconds `shutdown` gives the worker to close its connections before it ends the thread. */
const SHUTDOWN_GRACE_MILLIS = 5_000;

let clientCount = 0;

/**
 * A Hazelcast client whose sockets live in a worker thread. Its methods have the names, arguments and results of
 * `hazelcast-client` 5.7.
 */
export class Client {
  readonly #given: ClientConfig;
  readonly #config: ResolvedConfig;
  readonly #name: string;
  readonly #uuid: UUID;
  readonly #logger: ILogger;
  readonly #lifecycle: Lifecycle;
  readonly #workers: WorkerCount;
  readonly #runtime: Runtime;
  readonly #pool: ComputePool;
  readonly #cluster: ClusterService;
  readonly #partitions: PartitionServiceImpl;
  readonly #listeners: ListenerRegistry;
  readonly #context: ClientContext;
  readonly #proxies: ProxyRegistry<ClientContext>;
  readonly #sessions: Sessions;
  readonly #cp: CPSubsystem;
  #clusterId = '';
  #localAddress = new AddressImpl('', 0);
  #isConnected = false;
  #connected: PromiseWithResolvers<void> = withResolvers();
  #shutdown: Promise<void> | undefined;

  /** @param given the configuration as it was given, for those who ask for that. */
  private constructor(
    given: ClientConfig,
    config: ResolvedConfig,
    candidates: readonly CandidateCluster[],
    failoverTryCount: number | null,
  ) {
    this.#given = given;
    this.#config = config;
    // Whoever does not wait for the connection need not hear that it never came.
    this.#connected.promise.catch(() => undefined);
    this.#name = config.instanceName ?? `hz.client_${clientCount++}`;
    this.#uuid = randomUuid();
    this.#logger =
      config.customLogger === null
        ? new ConsoleLogger(LogLevel[config.properties['hazelcast.logging.level']])
        : new GuardedLogger(config.customLogger);
    this.#lifecycle = new Lifecycle(config.lifecycleListeners, this.#logger);
    this.#cluster = new ClusterService(config.membershipListeners, this.#logger);
    const decoder = new DataDecoder(config.serialization);
    this.#workers = workerCount(config.runtime.workers);
    this.#runtime = new Runtime(
      shardOptions(
        config,
        candidates,
        failoverTryCount,
        this.#name,
        this.#uuid.toString(),
        this.#workers.workers,
      ),
      { maxPendingCalls: config.runtime.maxPendingCalls, maxPendingBytes: config.runtime.maxPendingBytes },
      config.serialization,
      decoder,
      {
        onControl: (message) => this.#onControl(message),
        onEvent: (registration, bytes, start, end) =>
          this.#listeners.onEvent(registration, bytes, start, end),
        onRestart: (error) => this.#onRestart(error),
        onEnd: (error) => this.#onEnd(error),
      },
    );
    this.#listeners = new ListenerRegistry(this.#runtime, this.#logger);
    this.#partitions = new PartitionServiceImpl(config.serialization, () => this.#runtime.partitionCount);
    this.#pool = new ComputePool(
      poolOptions(config, this.#runtime, (error) =>
        this.#logger.warn('Transforms', 'a compute thread died', error),
      ),
    );
    const { customLoadBalancer } = config.loadBalancer;
    this.#context = {
      invoker: new Invoker(
        this.#runtime,
        config.serialization,
        customLoadBalancer === null || !config.network.smartRouting
          ? undefined
          : () => preferredMember(customLoadBalancer),
      ),
      runtime: this.#runtime,
      serialization: config.serialization,
      decoder,
      pool: this.#pool,
      listeners: this.#listeners,
      cluster: this.#cluster,
      smartRouting: config.network.smartRouting,
      flakeIdGenerators: config.flakeIdGenerators,
      redoOperation: config.network.redoOperation,
      destroyProxy: (name, serviceName) => this.#proxies.destroy(name, serviceName),
    };
    this.#proxies = new ProxyRegistry(services, this.#context, this.#logger);
    const { invoker } = this.#context;
    this.#sessions = new Sessions(invoker, (told) => this.#runtime.tell(told), this.#name, this.#logger);
    this.#cp = new CPSubsystemImpl(invoker, this.#sessions);
  }

  /**
   * Makes a client and connects it (with `connectionStrategy.asyncStart` it resolves before that).
   *
   * Rejects with InvalidConfigurationError, AuthenticationError, ClientNotAllowedInClusterError, or IllegalStateError when
   * no member answered within `connectionRetry.clusterConnectTimeoutMillis` (default: it tries for ever).
   */
  static async newHazelcastClient(config?: ClientConfig): Promise<Client> {
    const resolved = resolveConfig(config);
    const client = new Client(config ?? {}, resolved, [await candidateCluster(resolved)], null);
    await client.#start();
    return client;
  }

  /**
   * Makes a client that goes over to another cluster when it has lost the present one (blue/green). The members must
   * support that, as those of Hazelcast Enterprise do; each cluster must have the same number of partitions.
   *
   * Rejects with InvalidConfigurationError, and with IllegalStateError when none of the clusters could be entered.
   */
  static async newHazelcastFailoverClient(failoverConfig?: ClientFailoverConfig): Promise<Client> {
    const { tryCount, clientConfigs } = resolveFailoverConfig(failoverConfig);
    const candidates = await Promise.all(clientConfigs.map(candidateCluster));
    const client = new Client(failoverConfig!.clientConfigs![0], clientConfigs[0], candidates, tryCount);
    await client.#start();
    return client;
  }

  getName(): string {
    return this.#name;
  }

  getLocalEndpoint(): ClientInfo {
    return {
      uuid: this.#uuid,
      localAddress: this.#localAddress,
      type: 'NodeJS',
      name: this.#name,
      labels: new Set(this.#config.clientLabels),
    };
  }

  getLifecycleService(): LifecycleService {
    return this.#lifecycle;
  }

  /** The members, and listeners for them. */
  getCluster(): Cluster {
    return this.#cluster;
  }

  getPartitionService(): PartitionService {
    return this.#partitions;
  }

  /**
   * Tells a function of distributed objects that are made and destroyed, by whomever; what it throws, or its promise
   * rejects with, is logged.
   *
   * Resolves to the registration's id, as `IMap.addEntryListener` does.
   */
  addDistributedObjectListener(listener: DistributedObjectListener): Promise<string> {
    return addDistributedObjectListener(this.#context, listener);
  }

  /** Resolves to whether there was such a listener. */
  removeDistributedObjectListener(listenerId: string): Promise<boolean> {
    return this.#listeners.remove(listenerId);
  }

  /** Objects the whole cluster agrees on. */
  getCPSubsystem(): CPSubsystem {
    return this.#cp;
  }

  /** Not supported yet: throws UnsupportedOperationError. */
  getConfig(): never {
    throw notSupported('getConfig');
  }

  /** As `getMap`, a generator of ids. */
  getFlakeIdGenerator(name: string): Promise<FlakeIdGenerator> {
    return this.#proxies.get(flakeIdService, name);
  }

  /** The map of that name; made on the cluster when it is not there. The same object each time. */
  getMap<K, V>(name: string): Promise<IMap<K, V>> {
    return this.#proxies.get(mapService, name);
  }

  /** As `getMap`, a counter. */
  getPNCounter(name: string): Promise<PNCounter> {
    return this.#proxies.get(pnCounterService, name);
  }

  /** Every object the cluster has. Of kinds this client does not know yet, only name and `destroy` are there. */
  getDistributedObjects(): Promise<DistributedObject[]> {
    return this.#proxies.all();
  }

  /** Not supported yet: throws UnsupportedOperationError. */
  getSql(): never {
    throw notSupported('getSql');
  }

  /** Figures of each shard: what is in flight, how often threads were woken, how full the rings were. */
  stats(): ClientStats {
    return { shards: this.#runtime.stats(), transforms: this.#pool.stats(), runtime: this.#workers };
  }

  /** Closes all connections and ends the worker. Calls in flight reject with ClientNotActiveError. May be called again. */
  shutdown(): Promise<void> {
    if (this.#shutdown === undefined) {
      const { promise, resolve, reject } = withResolvers<void>();
      // Set before the work begins: a lifecycle listener may call `shutdown` when it hears of it.
      this.#shutdown = promise;
      this.#stop().then(resolve, reject);
    }
    return this.#shutdown;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.shutdown();
  }

  async #start(): Promise<void> {
    this.#lifecycle.emit(LifecycleState.STARTING);
    const { workers, reason } = this.#workers;
    this.#logger.debug('Client', `worker threads: ${workers} (${reason})`);
    try {
      this.#runtime.start();
    } catch (error) {
      // No thread to be had.
      await this.shutdown();
      throw error;
    }
    this.#lifecycle.emit(LifecycleState.STARTED);
    try {
      if (!this.#config.connectionStrategy.asyncStart) await this.#connected.promise;
      const { customLoadBalancer } = this.#config.loadBalancer;
      const initialized: unknown = customLoadBalancer?.initLoadBalancer(this.#cluster, this.#given);
      // Not all are as synchronous as the interface.
      await initialized;
    } catch (error) {
      await this.shutdown();
      throw error;
    }
  }

  async #stop(): Promise<void> {
    this.#lifecycle.emit(LifecycleState.SHUTTING_DOWN);
    this.#connected.reject(new IllegalStateError('the client was shut down before it was connected'));
    if (this.#isConnected) await this.#sessions.close();
    await Promise.all([this.#pool.stop(), this.#runtime.stop(SHUTDOWN_GRACE_MILLIS)]);
    this.#lifecycle.emit(LifecycleState.SHUTDOWN);
  }

  #onControl(message: FromWorker): void {
    if (this.#listeners.onControl(message)) return;
    switch (message.type) {
      case 'connected':
        this.#localAddress = new AddressImpl(message.localAddress.host, message.localAddress.port);
        this.#connected.resolve();
        // Compared here and not in the worker, whose memory may be younger than the client's.
        if (this.#clusterId !== '' && message.clusterId !== this.#clusterId) this.#proxies.recreate();
        this.#clusterId = message.clusterId;
        // Also for a cluster that took the place of the one before: CHANGED_CLUSTER is for the failover to another.
        this.#isConnected = true;
        this.#lifecycle.emit(LifecycleState.CONNECTED);
        break;
      case 'changed-cluster':
        this.#logger.info('Client', `changed to cluster '${message.clusterName}'`);
        this.#lifecycle.emit(LifecycleState.CHANGED_CLUSTER);
        break;
      case 'disconnected':
        this.#onDisconnected();
        break;
      case 'members':
        this.#cluster.onMembers(message.members);
        break;
      case 'partitions':
        this.#partitions.onPartitions(message.owners);
        break;
      case 'session-closed':
        this.#sessions.onClosed(message.session);
        break;
      case 'gave-up':
        this.#giveUp(message.error);
        break;
      case 'log':
        this.#logger[message.level](message.source, message.message);
        break;
      default:
        break;
    }
  }

  /** A worker that dies may have said so before, or may never have been connected. */
  #onDisconnected(): void {
    if (!this.#isConnected) return;
    this.#isConnected = false;
    this.#lifecycle.emit(LifecycleState.DISCONNECTED);
  }

  #giveUp(error: WireError): void {
    this.#logger.error('Client', error.message);
    this.#connected.reject(errorFromWire(error));
    void this.shutdown();
  }

  #onRestart(error: Error): void {
    this.#logger.error('Runtime', 'the worker thread died and was replaced', error);
    this.#listeners.onRestart();
    this.#sessions.onRestart();
    this.#onDisconnected();
  }

  #onEnd(error: Error | undefined): void {
    if (error !== undefined) this.#logger.error('Runtime', 'the worker thread died', error);
    this.#connected.reject(
      error === undefined ? new IllegalStateError('the client was shut down') : threadError(error),
    );
    this.#listeners.end();
    void this.shutdown();
  }
}
