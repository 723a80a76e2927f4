import type { CandidateCluster, FromWorker, WireError } from '@offloop/workers';
import { Invoker } from '../calls/invoker.js';
import { Runtime } from '../calls/runtime.js';
import { SchemaService } from '../calls/schemas/schema-service.js';
import { ClusterService } from '../cluster/cluster-service.js';
import type { Cluster } from '../cluster/membership.js';
import type { ClientConfig } from '../config/client-config.js';
import { resolveFailoverConfig, type ClientFailoverConfig } from '../config/failover-config.js';
import { resolveConfig, type ResolvedConfig } from '../config/resolve-config.js';
import { CPSubsystemImpl } from '../cp/cp-subsystem-impl.js';
import type { CPSubsystem } from '../cp/cp-subsystem.js';
import { Sessions } from '../cp/sessions.js';
import { IllegalArgumentError, IllegalStateError } from '../errors/hierarchy.js';
import { errorFromWire } from '../errors/rebuild.js';
import { threadError } from '../errors/thread-error.js';
import { preferredMember } from '../load-balancing/preferred-member.js';
import type { ILogger } from '../logging/logger.js';
import { ListenerRegistry } from '../objects/listeners/listener-registry.js';
import { ProxyRegistry } from '../objects/proxy-registry.js';
import { ReadingLoops } from '../topic/reading-loops.js';
import { ComputePool } from '../transforms/compute-pool.js';
import { AddressImpl } from '../values/address.js';
import { LifecycleState } from '../values/lifecycle-state.js';
import { DataDecoder } from '../values/serialization/data-decoder.js';
import { randomUuid, type UUID } from '../values/uuid.js';
import { candidateCluster } from './candidates.js';
import type { ClientInfo } from './client-info.js';
import type { ClientStats } from './client-stats.js';
import { whyNotConnected, type ClientDiagnosis } from './diagnosis.js';
import { healthOf, type ClientHealth } from './health.js';
import { Lifecycle, type LifecycleService } from './lifecycle.js';
import { loggerOf } from './logger-of.js';
import { PartitionServiceImpl, type PartitionService } from './partition-service.js';
import { poolOptions } from './pool-options.js';
import { callLimits, schemaOptions, shardOptions } from './shard-options.js';
import { StartWatch } from './start-watch.js';
import { services, Structures, type ClientContext, type Objects } from './structures.js';
import { withResolvers, type PromiseWithResolvers } from './with-resolvers.js';
import { workerCount, type WorkerCount } from './worker-count.js';

/** Milliseconds `shutdown` gives the worker to close its connections before it ends the thread. */
const SHUTDOWN_GRACE_MILLIS = 5_000;

let clientCount = 0;

/**
 * A Hazelcast client whose sockets live in a worker thread. Its methods have the names, arguments and results of
 * `hazelcast-client` 5.7.
 */
export class Client extends Structures {
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
  readonly #schemas: SchemaService;
  readonly #loops = new ReadingLoops();
  readonly #context: ClientContext;
  readonly #proxies: ProxyRegistry<ClientContext>;
  readonly #sessions: Sessions;
  readonly #cp: CPSubsystem;
  #clusterId = '';
  #localAddress = new AddressImpl('', 0);
  #isConnected = false;
  readonly #watch: StartWatch;
  readonly #connected: PromiseWithResolvers<void> = withResolvers();
  /** Rejects when the client is shut down. */
  readonly #stopped: PromiseWithResolvers<never> = withResolvers();
  #shutdown: Promise<void> | undefined;

  /** @param given the configuration as it was given, for those who ask for that. */
  private constructor(
    given: ClientConfig,
    config: ResolvedConfig,
    candidates: readonly CandidateCluster[],
    failoverTryCount: number | null,
    logger: ILogger,
    watch: StartWatch,
  ) {
    super();
    // Private in types only: programs without them may try.
    if (!(watch instanceof StartWatch))
      throw new IllegalArgumentError('a client is made by await Client.newHazelcastClient(config)');
    this.#given = given;
    this.#config = config;
    this.#watch = watch;
    // Whoever does not wait for the connection need not hear that it never came.
    this.#connected.promise.catch(() => undefined);
    this.#stopped.promise.catch(() => undefined);
    this.#name = config.instanceName ?? `hz.client_${clientCount++}`;
    this.#uuid = randomUuid();
    this.#logger = logger;
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
      callLimits(config),
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
    this.#pool = new ComputePool(poolOptions(config, this.#runtime, this.#logger));
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
      logger: this.#logger,
      loops: this.#loops,
      reliableTopic: (name) => config.reliableTopics.of(name),
      localAddress: () => this.#localAddress,
      flakeIdGenerators: config.flakeIdGenerators,
      redoOperation: config.network.redoOperation,
      destroyProxy: (name, serviceName) => this.#proxies.destroy(name, serviceName),
    };
    this.#schemas = new SchemaService(config.serialization.compact.schemas, schemaOptions(config), {
      invoker: this.#context.invoker,
      members: () => this.#cluster.getMembers().map(({ uuid }) => uuid.toString()),
      tell: (message) => this.#runtime.tell(message),
    });
    config.serialization.compact.schemas.source = this.#schemas;
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
    return Client.#make(config ?? {}, [resolved], null);
  }

  /**
   * Makes a client that goes over to another cluster when it has lost the present one (blue/green). The members must
   * support that, as those of Hazelcast Enterprise do; each cluster must have the same number of partitions.
   *
   * Rejects with InvalidConfigurationError, and with IllegalStateError when none of the clusters could be entered.
   */
  static async newHazelcastFailoverClient(failoverConfig?: ClientFailoverConfig): Promise<Client> {
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
    const client = new Client(given, config, candidates, tryCount, logger, watch);
    await client.#start();
    return client;
  }

  /** `instanceName` of the configuration, or `hz.client_` and a number. */
  getName(): string {
    return this.#name;
  }

  /** This client as members see it. */
  getLocalEndpoint(): ClientInfo {
    return {
      uuid: this.#uuid,
      localAddress: this.#localAddress,
      type: 'NodeJS',
      name: this.#name,
      labels: new Set(this.#config.clientLabels),
    };
  }

  /** Tells whether the client was shut down; whether it is connected says `health()`. */
  getLifecycleService(): LifecycleService {
    return this.#lifecycle;
  }

  /** The members, and listeners for them. */
  getCluster(): Cluster {
    return this.#cluster;
  }

  /** Which partition a key is in, and which member owns it. */
  getPartitionService(): PartitionService {
    return this.#partitions;
  }

  /** Objects the whole cluster agrees on. */
  getCPSubsystem(): CPSubsystem {
    return this.#cp;
  }

  /** Figures of each shard: what is in flight, how often threads were woken, how full the rings were. */
  stats(): ClientStats {
    return { shards: this.#runtime.stats(), transforms: this.#pool.stats(), runtime: this.#workers };
  }

  /** Whether there is a connection, since when, and what went wrong last. It asks nobody: a probe may call it as often as it likes. */
  health(): ClientHealth {
    return healthOf(this.#runtime, this.#cluster);
  }

  /**
   * Where calls are, and who was last seen to do something: for a client that stands still. It may be called at any time, also
   * when the worker is dead or stuck, and resolves after a second at most. It looks at every call in flight.
   */
  async diagnose(): Promise<ClientDiagnosis> {
    return {
      start: this.#watch.waits,
      listeners: { registered: this.#listeners.size, waiting: this.#listeners.waiting },
      shards: await this.#runtime.diagnose(),
    };
  }

  protected override get objects(): Objects {
    return { context: this.#context, proxies: this.#proxies };
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

  /** `shutdown()`, at the end of the block of an `await using`. */
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
    const connected = this.#watch.during('a connection', this.#connected.promise, async () =>
      whyNotConnected(await this.diagnose()),
    );
    connected.catch(() => undefined);
    try {
      if (!this.#config.connectionStrategy.asyncStart) await connected;
      const { customLoadBalancer } = this.#config.loadBalancer;
      const initialized: unknown = customLoadBalancer?.initLoadBalancer(this.#cluster, this.#given);
      // Not all are as synchronous as the interface, and one that never settles must not outlive the client.
      const settled = Promise.race([initialized, this.#stopped.promise]);
      await this.#watch.during('the custom load balancer (initLoadBalancer)', settled);
    } catch (error) {
      await this.shutdown();
      throw error;
    }
  }

  async #stop(): Promise<void> {
    this.#lifecycle.emit(LifecycleState.SHUTTING_DOWN);
    this.#connected.reject(new IllegalStateError('the client was shut down before it was connected'));
    this.#stopped.reject(new IllegalStateError('the client was shut down before it was started'));
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
        this.#onClusterId(message.clusterId);
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

  #onClusterId(clusterId: string): void {
    const isOther = this.#clusterId !== '' && clusterId !== this.#clusterId;
    this.#clusterId = clusterId;
    if (isOther) this.#proxies.recreate();
    this.#loops.onConnected(isOther);
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
    this.#schemas.onRestart();
    this.#listeners.onRestart();
    this.#sessions.onRestart();
    this.#onDisconnected();
  }

  #onEnd(error: Error | undefined): void {
    if (error !== undefined) this.#logger.error('Runtime', 'the worker thread died', error);
    this.#connected.reject(
      error === undefined ? new IllegalStateError('the client was shut down') : threadError(error),
    );
    // A worker that dies, or is left behind, has not said so.
    this.#onDisconnected();
    this.#listeners.end();
    this.#schemas.end();
    this.#loops.end();
    void this.shutdown();
  }
}
