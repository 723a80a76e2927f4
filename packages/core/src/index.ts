export { Client } from './client/client.js';
export { ClientInfo, type ClientHealth, type ClientStats, type ConnectionManager } from './client/status.js';
export type { WorkerCount } from './client/worker-count.js';
export type { LifecycleService } from './client/lifecycle.js';
export type { PartitionService } from './client/partition-service.js';
export type { SerializationService } from './client/serialization-service.js';
export type { Member } from './cluster/member.js';
export {
  InitialMembershipEvent,
  MemberEvent,
  MembershipEvent,
  dataMemberSelector,
  type Cluster,
  type InitialMembershipListener,
  type MembershipListener,
  type MemberSelector,
} from './cluster/membership.js';
export {
  LoadBalancerType,
  type ClientConfig,
  type LoadBalancer,
  type LoadBalancerConfig,
} from './config/client-config.js';
export {
  ReconnectMode,
  type ConnectionRetryConfig,
  type ConnectionStrategyConfig,
} from './config/sections/connection-strategy-config.js';
export { type InvocationConfig } from './config/sections/invocation-config.js';
export { type ClientNetworkConfig } from './config/sections/network-config.js';
export { Wait, type RuntimeConfig } from './config/sections/runtime-config.js';
export { type SerializationConfig } from './config/sections/serialization-config.js';
export { type ResourceLimits, type TransformsConfig } from './config/sections/transforms-config.js';
export { loadConfig, type LoadConfigOptions } from './config/external/load-config.js';
export type { ClientCloudConfig } from './config/sections/cloud-config.js';
export type { ClientFailoverConfig } from './config/failover-config.js';
export type { FlakeIdGeneratorConfig } from './config/sections/flake-id-generator-config.js';
export { EvictionPolicy, InMemoryFormat, type NearCacheConfig } from './config/sections/near-cache-config.js';
export type { NearCacheStats } from './map/near-cache/near-cache-store.js';
export type { MetricsConfig } from './config/sections/metrics-config.js';
export type { Properties, Property } from './config/sections/properties.js';
export { TopicOverloadPolicy, type ReliableTopicConfig } from './config/sections/reliable-topic-config.js';
export {
  TokenEncoding,
  type SecurityConfig,
  type TokenCredentials,
  type UsernamePasswordCredentials,
} from './config/sections/security-config.js';
export { BasicSSLOptionsFactory } from './config/basic-ssl-options-factory.js';
export type { SSLConfig, SSLOptionsFactory } from './config/sections/tls-config.js';
export type { CPSubsystem } from './cp/cp-subsystem.js';
export type { FencedLock } from './cp/fenced-lock.js';
export type { IAtomicLong } from './cp/iatomic-long.js';
export type { IAtomicReference } from './cp/iatomic-reference.js';
export type { ICountDownLatch } from './cp/icount-down-latch.js';
export type { ISemaphore } from './cp/isemaphore.js';
export {
  HazelcastError,
  type ErrorDetails,
  type ServerErrorStackElement,
  ArrayIndexOutOfBoundsError,
  ArrayStoreError,
  AuthenticationError,
  CPGroupDestroyedError,
  CallerNotMemberError,
  CancellationError,
  CannotReplicateError,
  ClassCastError,
  ClassNotFoundError,
  ClientNotActiveError,
  ClientNotAllowedInClusterError,
  ConcurrentModificationError,
  ConfigMismatchError,
  ConsistencyLostError,
  DistributedObjectDestroyedError,
  HazelcastInstanceNotActiveError,
  HazelcastSerializationError,
  IOError,
  IllegalArgumentError,
  IllegalMonitorStateError,
  IllegalStateError,
  IndeterminateOperationStateError,
  IndexOutOfBoundsError,
  InterruptedError,
  InvalidAddressError,
  InvalidConfigurationError,
  InvocationMightContainCompactDataError,
  LeaderDemotedError,
  LockOwnershipLostError,
  MemberLeftError,
  NegativeArraySizeError,
  NoDataMemberInClusterError,
  NoSuchElementError,
  NodeIdOutOfRangeError,
  NotLeaderError,
  NullPointerError,
  OperationTimeoutError,
  PartitionMigratingError,
  QueryError,
  ReachedMaxSizeError,
  RetryableHazelcastError,
  RetryableIOError,
  SessionExpiredError,
  SplitBrainProtectionError,
  StaleAppendRequestError,
  StaleSequenceError,
  StaleTaskIdError,
  TargetDisconnectedError,
  TargetNotMemberError,
  TopicOverloadError,
  TransactionError,
  TransactionNotActiveError,
  TransactionTimedOutError,
  UndefinedErrorCodeError,
  UnsupportedOperationError,
  WaitKeyCancelledError,
  UUID,
  MSGPACK_TYPE_ID,
  msgpackSerializer,
  type MsgpackSerializerOptions,
  type IdentifiedDataSerializable,
  type IdentifiedDataSerializableFactory,
  FieldType,
  type Portable,
  type PortableFactory,
  type PortableReader,
  type PortableWriter,
  type VersionedPortable,
  type CustomSerializable,
  type DataInput,
  type DataOutput,
  type Int64Halves,
  type PartitionAware,
  type Serializer,
  Int64Type,
  JsonStringDeserializationPolicy,
  NumberType,
  type Address,
  BigDecimal,
  HazelcastJsonValue,
  LocalDate,
  LocalDateTime,
  LocalTime,
  OffsetDateTime,
  RestValue,
  type SerializedData,
  type CompactReader,
  type CompactSerializer,
  type CompactWriter,
  type GenericRecord,
  GenericRecords,
  FieldKind,
} from '@offloop/values';
export {
  BackpressureError,
  ClientOfflineError,
  DuplicateTaskError,
  OutOfFileDescriptorsError,
  ProtocolError,
  RejectedExecutionError,
  ResponseTooLargeError,
  StaleTaskError,
  TransformError,
} from './errors/own-errors.js';
export { HazelcastSqlException } from './sql/hazelcast-sql-exception.js';
export { SqlColumnType } from './sql/sql-column-type.js';
export type { SqlResult, SqlRowAsObject, SqlRowType } from './sql/sql-result.js';
export type { SqlColumnMetadata, SqlRowMetadata } from './sql/sql-row-metadata.js';
export type { SqlRow } from './sql/sql-row.js';
export type { SqlService } from './sql/sql-service.js';
export {
  SqlExpectedResultType,
  type SqlExpectedResultTypeStrings,
  type SqlStatement,
  type SqlStatementOptions,
} from './sql/sql-statement.js';
export { DistributedObjectEvent, type DistributedObjectListener } from './objects/distributed-object.js';
export {
  EntryEvent,
  MapEvent,
  type EntryEventListener,
  type EntryListener,
  type MapEventListener,
  type MapListener,
} from './objects/listeners/entry-listener.js';
export {
  ItemEvent,
  ItemEventType,
  type ItemEventListener,
  type ItemListener,
} from './objects/listeners/item-listener.js';
export type { FlakeIdGenerator } from './flake-id/flake-id-generator.js';
export { AbstractLoadBalancer } from './load-balancing/abstract-load-balancer.js';
export { LogLevel, type LogLevelName } from './logging/logger.js';
export type { ConsoleLike, ForeignLogger, PinoLogger, WinstonLogger } from './logging/foreign-loggers.js';
export type { ILogger } from './logging/logger.js';
export type { IList } from './list/ilist.js';
export type { IMap } from './map/imap.js';
export type { DistributedCollection } from './objects/distributed-collection.js';
export type { MultiMap } from './multi-map/multi-map.js';
export type { DistributedObject } from './objects/distributed-object.js';
export { LockContext } from './objects/lock-context.js';
export type { IQueue } from './queue/iqueue.js';
export type { ISet } from './set/iset.js';
export type { CardinalityEstimator } from './cardinality-estimator/cardinality-estimator.js';
export type { DurableExecutorService } from './executor/durable-executor-service.js';
export type { IExecutorService } from './executor/iexecutor-service.js';
export type { IScheduledExecutorService } from './executor/ischeduled-executor-service.js';
export type { IScheduledFuture, ScheduledTaskStatistics } from './executor/ischeduled-future.js';
export { ScheduledTaskHandler } from './executor/scheduled-task-handler.js';
export type {
  DurableTaskOptions,
  MemberScheduleOptions,
  ScheduleOptions,
  TaskOptions,
} from './executor/task-options.js';
export type { PNCounter } from './pn-counter/pn-counter.js';
export { Aggregators, type Aggregator, type AggregatorFamily } from './query/aggregators.js';
export {
  IndexType,
  UniqueKeyTransformation,
  type BitmapIndexOptions,
  type IndexConfig,
  type IndexTypeStrings,
  type UniqueKeyTransformationStrings,
} from './query/index-config.js';
export {
  type Anchor,
  type Comparator,
  IterationType,
  type PagingPredicate,
} from './query/paging-predicate.js';
export { Predicates, type Predicate, type PredicateFamily } from './query/predicates.js';
export { Projections, type Projection, type ProjectionFamily } from './query/projections.js';
export type { ListComparator, ReplicatedMap } from './replicated-map/replicated-map.js';
export { SEQUENCE_UNAVAILABLE, type ReadResultSet } from './ringbuffer/read-result-set.js';
export { OverflowPolicy, type Ringbuffer } from './ringbuffer/ringbuffer.js';
export type { CallOptions } from './calls/call-options.js';
export type { ShardStats } from './shards/stats.js';
export type { ShardDiagnosis } from './shards/diagnosis.js';
export type { ClientDiagnosis } from './client/diagnosis.js';
export type { StartWait } from './client/start-watch.js';
export type { CallMessage, ConnectionMessage, RestartMessage, RetryMessage } from './tracing/channels.js';
export type { DrainMessage } from '@offloop/runtime';
export type { ITopic, ReliableMessageListener, TopicRingbuffer } from './topic/itopic.js';
export { Message, type MessageListener, type Topic } from './topic/topic.js';
export type {
  TransactionalTask,
  TransactionalTaskContext,
  TransactionContext,
} from './transactions/transaction-context.js';
export type { TransactionOptions, TransactionType } from './transactions/transaction-options.js';
export type { TransactionalList, TransactionalSet } from './transactions/transactional-collection.js';
export type { TransactionalMap } from './transactions/transactional-map.js';
export type { TransactionalMultiMap } from './transactions/transactional-multi-map.js';
export type { TransactionalObject } from './transactions/transactional-object.js';
export type { TransactionalQueue } from './transactions/transactional-queue.js';
export type { TransformStats } from './transforms/compute-pool.js';
export { TransformFailure } from './transforms/compute-task.js';
export { moved } from './transforms/moved.js';
export {
  defineTransform,
  type Transform,
  type TransformFunction,
  type TransformOf,
} from './transforms/transform.js';
export { LifecycleState } from './config/lifecycle-state.js';
export { ReadOnlyLazyList } from './calls/completions/read-only-lazy-list.js';
export { SimpleEntryView } from './map/simple-entry-view.js';
export type { CompactSerializationConfig } from './config/sections/compact-config.js';
export { Fields } from '@offloop/values';
