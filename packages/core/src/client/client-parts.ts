import type { CallerEvents } from '@offloop/runtime';
import type { CandidateCluster, FromWorker } from '@offloop/contract';
import { cardinalityEstimatorService } from '../cardinality-estimator/cardinality-estimator-proxy.js';
import { CompletionReader } from '../calls/completions/completion-reader.js';
import { Invoker } from '../calls/invoker.js';
import type { Operation } from '../calls/operation.js';
import type { ObjectName } from '../calls/requests/object-name.js';
import { SchemaService } from '../calls/schemas/schema-service.js';
import { ClusterService } from '../cluster/cluster-service.js';
import type { ResolvedConfig } from '../config/client-config.js';
import { CPSubsystemImpl } from '../cp/cp-subsystem-impl.js';
import type { CPSubsystem } from '../cp/cp-subsystem.js';
import { Sessions } from '../cp/sessions.js';
import { durableExecutorService } from '../executor/durable-executor-proxy.js';
import { executorService } from '../executor/executor-service-proxy.js';
import { scheduledExecutorService } from '../executor/scheduled-executor-proxy.js';
import { flakeIdService, type FlakeIdContext } from '../flake-id/flake-id-generator-proxy.js';
import { listService } from '../list/list-proxy.js';
import { preferredMember } from '../load-balancing/preferred-member.js';
import type { ILogger } from '../logging/logger.js';
import type { MapContext } from '../map/map-proxy.js';
import { mapService } from '../map/map-service.js';
import { multiMapService } from '../multi-map/multi-map-proxy.js';
import { NearCaches } from '../map/near-cache/near-caches.js';
import { ListenerRegistry } from '../objects/listeners/listener-registry.js';
import { ProxyRegistry, type Service } from '../objects/proxy-registry.js';
import type { DistributedObject } from '../objects/distributed-object.js';
import { pnCounterService, type PNCounterContext } from '../pn-counter/pn-counter-proxy.js';
import { queueService } from '../queue/queue-proxy.js';
import { replicatedMapService } from '../replicated-map/replicated-map-proxy.js';
import { ringbufferService } from '../ringbuffer/ringbuffer-proxy.js';
import { setService } from '../set/set-proxy.js';
import { sqlMember } from '../sql/sql-member.js';
import { SqlErrors } from '../sql/sql-errors.js';
import { SqlServiceImpl } from '../sql/sql-service-impl.js';
import type { SqlService } from '../sql/sql-service.js';
import { Shards } from '../shards/shards.js';
import { ReadingLoops } from '../topic/reading-loops.js';
import { reliableTopicService, type TopicContext } from '../topic/reliable-topic-proxy.js';
import { topicService } from '../topic/topic-proxy.js';
import { CallTraces } from '../tracing/call-traces.js';
import { Transactions } from '../transactions/transactions.js';
import { ComputePool } from '../transforms/compute-pool.js';
import { AddressImpl, DataDecoder, randomUuid, type UUID } from '@offloop/values';
import { Lifecycle } from './lifecycle.js';
import { poolOptions } from './part-options.js';
import { PartitionServiceImpl } from './partition-service.js';
import { SerializationServiceImpl } from './serialization-service.js';
import { isMixed, shardOptions, statisticsPeriodMillis } from './shard-options.js';
import { workerCount, type WorkerCount } from './worker-count.js';

/** The parts of a client that proxies of any kind need. */
export type ClientContext = FlakeIdContext & MapContext & PNCounterContext & TopicContext;

/** All kinds of distributed objects that this client has a proxy for. */
const services: readonly Service<DistributedObject, ClientContext>[] = [
  cardinalityEstimatorService,
  durableExecutorService,
  executorService,
  flakeIdService,
  listService,
  mapService,
  multiMapService,
  pnCounterService,
  queueService,
  reliableTopicService,
  replicatedMapService,
  ringbufferService,
  scheduledExecutorService,
  setService,
  topicService,
];

export interface ClientParts {
  readonly name: string;
  readonly uuid: UUID;
  readonly workers: WorkerCount;
  readonly lifecycle: Lifecycle;
  readonly shards: Shards<Operation>;
  readonly completions: CompletionReader;
  readonly traces: CallTraces;
  readonly cluster: ClusterService;
  readonly partitions: PartitionServiceImpl;
  readonly serialization: SerializationServiceImpl;
  readonly listeners: ListenerRegistry;
  readonly schemas: SchemaService;
  readonly pool: ComputePool;
  readonly loops: ReadingLoops;
  readonly nearCaches: NearCaches;
  readonly context: ClientContext;
  readonly proxies: ProxyRegistry<ClientContext>;
  readonly sessions: Sessions;
  readonly cp: CPSubsystem;
  readonly sql: SqlService;
  readonly transactions: Transactions;
}

export function addressOf({ localAddress }: Shards<never>): AddressImpl {
  return new AddressImpl(localAddress.host, localAddress.port);
}

let clientCount = 0;

/**
 * Makes the parts of a client and connects them; nothing runs yet.
 *
 * @param failoverTryCount rounds over all candidates before the client gives up; null for a client of one cluster.
 * @param events handles the workers' messages.
 */
export function clientParts(
  config: ResolvedConfig,
  candidates: readonly CandidateCluster[],
  failoverTryCount: number | null,
  logger: ILogger,
  events: CallerEvents<FromWorker>,
): ClientParts {
  const { serialization, network, loadBalancer } = config;
  const name = config.instanceName ?? `hz.client_${clientCount++}`;
  const uuid = randomUuid();
  const workers = workerCount(config.runtime.workers);
  // One a shard, of which the loop has one, too, where a thread is only started when it is needed.
  const shardCount = isMixed(config, workers.workers) ? 2 : Math.max(1, workers.workers);
  const clientUuids = [uuid, ...Array.from({ length: shardCount - 1 }, randomUuid)].map(String);
  const cluster = new ClusterService(config.membershipListeners, logger);
  const decoder = new DataDecoder(serialization);
  const completions = new CompletionReader(decoder, serialization, () => shards.connection.whyNot());
  const shards: Shards<Operation> = new Shards(
    shardOptions(config, candidates, failoverTryCount, name, clientUuids, workers.workers),
    completions,
    events,
    (error) => logger.warn('Client', 'no worker thread can be started, all goes on the event loop', error),
  );
  const traces = new CallTraces(name);
  const { customLoadBalancer } = loadBalancer;
  const invoker = new Invoker(
    shards,
    traces,
    serialization,
    config.invocation.responseTimeoutMillis,
    customLoadBalancer === null || !network.smartRouting
      ? undefined
      : () => preferredMember(customLoadBalancer),
  );
  const tellLeader = shards.tellLeader.bind(shards);
  const { schemas: registry } = serialization.compact;
  const schemas = new SchemaService(
    registry,
    {
      retryPauseMillis: config.properties['hazelcast.client.invocation.retry.pause.millis'],
      maxAttempts: config.properties['hazelcast.client.schema.max.put.retry.count'],
    },
    {
      invoker,
      members: () => cluster.getMembers().map((member) => member.uuid.toString()),
      tell: shards.tell.bind(shards),
    },
  );
  registry.source = schemas;
  const invocationTimeoutMillis = config.properties['hazelcast.client.invocation.timeout.millis'];
  const listeners = new ListenerRegistry(shards, logger, invocationTimeoutMillis);
  const pool = new ComputePool(poolOptions(config, shards, logger));
  const loops = new ReadingLoops();
  const { smartRouting } = network;
  const { values } = completions;
  const listening = { listeners, cluster, serialization, decoder, values, smartRouting };
  const nearCaches = new NearCaches(config.nearCaches, config.properties, {
    ...listening,
    invoker,
    logger,
    tell: tellLeader,
    statisticsPeriodMillis: statisticsPeriodMillis(config),
    redoOperation: network.redoOperation,
  });
  const context: ClientContext = {
    ...listening,
    invoker,
    shards,
    pool,
    logger,
    nearCaches,
    loops,
    reliableTopic: (topic) => config.reliableTopics.of(topic),
    localAddress: () => addressOf(shards),
    flakeIdGenerators: config.flakeIdGenerators,
    redoOperation: network.redoOperation,
    destroyProxy: (object, serviceName) => proxies.destroy(object, serviceName),
  };
  const onGone = (object: ObjectName): void => shards.places?.unpin(object);
  const proxies = new ProxyRegistry(services, context, logger, onGone);
  const partitions = new PartitionServiceImpl(serialization, () => shards.partitionCount);
  const sessions = new Sessions(invoker, tellLeader, name, logger);
  const epoch = (): number => shards.epochOf(shards.ofConnections);
  return {
    name,
    uuid,
    workers,
    lifecycle: new Lifecycle(config.lifecycleListeners, logger),
    shards,
    completions,
    traces,
    cluster,
    partitions,
    serialization: new SerializationServiceImpl(serialization, decoder),
    listeners,
    schemas,
    pool,
    loops,
    nearCaches,
    context,
    proxies,
    sessions,
    cp: new CPSubsystemImpl(invoker, sessions, onGone),
    sql: new SqlServiceImpl({
      invoker,
      errors: new SqlErrors(uuid),
      epoch,
      member: () => sqlMember(cluster.members())?.uuid,
      members: () => cluster.members().map(({ uuid: member }) => member),
      ownerOf: (key) => partitions.ownerOf(key),
      invocationTimeoutMillis,
    }),
    transactions: new Transactions({
      invoker,
      serialization,
      logger,
      responseTimeoutMillis: config.invocation.responseTimeoutMillis,
      epoch,
      nearCaches,
    }),
  };
}
