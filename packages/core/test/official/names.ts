import type * as Official from 'hazelcast-client';

import type * as Ours from '../../src/index.js';

type Key = string;
type Value = string;

class Thing {
  readonly name: string = 'thing';
}

/** Each type that the official package exports: ours, and the official one. */
export interface Types {
  Aggregator: [Ours.Aggregator<Value>, Official.Aggregator<Value>];
  UniqueKeyTransformation: [Ours.UniqueKeyTransformation, Official.UniqueKeyTransformation];
  UniqueKeyTransformationStrings: [
    Ours.UniqueKeyTransformationStrings,
    Official.UniqueKeyTransformationStrings,
  ];
  BitmapIndexOptions: [Ours.BitmapIndexOptions, Official.BitmapIndexOptions];
  ClientCloudConfig: [Ours.ClientCloudConfig, Official.ClientCloudConfig];
  ClientNetworkConfig: [Ours.ClientNetworkConfig, Official.ClientNetworkConfig];
  ClientConfig: [Ours.ClientConfig, Official.ClientConfig];
  ClientFailoverConfig: [Ours.ClientFailoverConfig, Official.ClientFailoverConfig];
  ConnectionRetryConfig: [Ours.ConnectionRetryConfig, Official.ConnectionRetryConfig];
  ReconnectMode: [Ours.ReconnectMode, Official.ReconnectMode];
  ConnectionStrategyConfig: [Ours.ConnectionStrategyConfig, Official.ConnectionStrategyConfig];
  EvictionPolicy: [Ours.EvictionPolicy, Official.EvictionPolicy];
  FlakeIdGeneratorConfig: [Ours.FlakeIdGeneratorConfig, Official.FlakeIdGeneratorConfig];
  IndexConfig: [Ours.IndexConfig, Official.IndexConfig];
  IndexType: [Ours.IndexType, Official.IndexType];
  IndexTypeStrings: [Ours.IndexTypeStrings, Official.IndexTypeStrings];
  InMemoryFormat: [Ours.InMemoryFormat, Official.InMemoryFormat];
  JsonStringDeserializationPolicy: [
    Ours.JsonStringDeserializationPolicy,
    Official.JsonStringDeserializationPolicy,
  ];
  LoadBalancerType: [Ours.LoadBalancerType, Official.LoadBalancerType];
  LoadBalancerConfig: [Ours.LoadBalancerConfig, Official.LoadBalancerConfig];
  NearCacheConfig: [Ours.NearCacheConfig, Official.NearCacheConfig];
  Properties: [Ours.Properties, Official.Properties];
  Property: [Ours.Property, Official.Property];
  ReliableTopicConfig: [Ours.ReliableTopicConfig, Official.ReliableTopicConfig];
  SerializationConfig: [Ours.SerializationConfig, Official.SerializationConfig];
  SSLConfig: [Ours.SSLConfig, Official.SSLConfig];
  SecurityConfig: [Ours.SecurityConfig, Official.SecurityConfig];
  BasicSSLOptionsFactory: [Ours.BasicSSLOptionsFactory, Official.BasicSSLOptionsFactory];
  SSLOptionsFactory: [Ours.SSLOptionsFactory, Official.SSLOptionsFactory];
  Address: [Ours.Address, Official.Address];
  BigDecimal: [Ours.BigDecimal, Official.BigDecimal];
  ClientInfo: [Ours.ClientInfo, Official.ClientInfo];
  Cluster: [Ours.Cluster, Official.Cluster];
  Comparator: [Ours.Comparator, Official.Comparator];
  ListComparator: [Ours.ListComparator<Value>, Official.ListComparator<Value>];
  LocalTime: [Ours.LocalTime, Official.LocalTime];
  LocalDate: [Ours.LocalDate, Official.LocalDate];
  LocalDateTime: [Ours.LocalDateTime, Official.LocalDateTime];
  OffsetDateTime: [Ours.OffsetDateTime, Official.OffsetDateTime];
  DistributedObject: [Ours.DistributedObject, Official.DistributedObject];
  DistributedObjectListener: [Ours.DistributedObjectListener, Official.DistributedObjectListener];
  DistributedObjectEvent: [Ours.DistributedObjectEvent, Official.DistributedObjectEvent];
  ServerErrorStackElement: [Ours.ServerErrorStackElement, Official.ServerErrorStackElement];
  HazelcastError: [Ours.HazelcastError, Official.HazelcastError];
  HazelcastSerializationError: [Ours.HazelcastSerializationError, Official.HazelcastSerializationError];
  AuthenticationError: [Ours.AuthenticationError, Official.AuthenticationError];
  ClientNotActiveError: [Ours.ClientNotActiveError, Official.ClientNotActiveError];
  ClientNotAllowedInClusterError: [
    Ours.ClientNotAllowedInClusterError,
    Official.ClientNotAllowedInClusterError,
  ];
  ClientOfflineError: [Ours.ClientOfflineError, Official.ClientOfflineError];
  InvalidConfigurationError: [Ours.InvalidConfigurationError, Official.InvalidConfigurationError];
  IllegalStateError: [Ours.IllegalStateError, Official.IllegalStateError];
  InvocationMightContainCompactDataError: [
    Ours.InvocationMightContainCompactDataError,
    Official.InvocationMightContainCompactDataError,
  ];
  StaleSequenceError: [Ours.StaleSequenceError, Official.StaleSequenceError];
  TopicOverloadError: [Ours.TopicOverloadError, Official.TopicOverloadError];
  IOError: [Ours.IOError, Official.IOError];
  OperationTimeoutError: [Ours.OperationTimeoutError, Official.OperationTimeoutError];
  RetryableHazelcastError: [Ours.RetryableHazelcastError, Official.RetryableHazelcastError];
  TargetNotMemberError: [Ours.TargetNotMemberError, Official.TargetNotMemberError];
  CallerNotMemberError: [Ours.CallerNotMemberError, Official.CallerNotMemberError];
  CancellationError: [Ours.CancellationError, Official.CancellationError];
  ClassCastError: [Ours.ClassCastError, Official.ClassCastError];
  ClassNotFoundError: [Ours.ClassNotFoundError, Official.ClassNotFoundError];
  ConcurrentModificationError: [Ours.ConcurrentModificationError, Official.ConcurrentModificationError];
  ConfigMismatchError: [Ours.ConfigMismatchError, Official.ConfigMismatchError];
  DistributedObjectDestroyedError: [
    Ours.DistributedObjectDestroyedError,
    Official.DistributedObjectDestroyedError,
  ];
  HazelcastInstanceNotActiveError: [
    Ours.HazelcastInstanceNotActiveError,
    Official.HazelcastInstanceNotActiveError,
  ];
  MemberLeftError: [Ours.MemberLeftError, Official.MemberLeftError];
  PartitionMigratingError: [Ours.PartitionMigratingError, Official.PartitionMigratingError];
  QueryError: [Ours.QueryError, Official.QueryError];
  TransactionError: [Ours.TransactionError, Official.TransactionError];
  TransactionNotActiveError: [Ours.TransactionNotActiveError, Official.TransactionNotActiveError];
  TransactionTimedOutError: [Ours.TransactionTimedOutError, Official.TransactionTimedOutError];
  SplitBrainProtectionError: [Ours.SplitBrainProtectionError, Official.SplitBrainProtectionError];
  RetryableIOError: [Ours.RetryableIOError, Official.RetryableIOError];
  TargetDisconnectedError: [Ours.TargetDisconnectedError, Official.TargetDisconnectedError];
  UnsupportedOperationError: [Ours.UnsupportedOperationError, Official.UnsupportedOperationError];
  ConsistencyLostError: [Ours.ConsistencyLostError, Official.ConsistencyLostError];
  NoDataMemberInClusterError: [Ours.NoDataMemberInClusterError, Official.NoDataMemberInClusterError];
  StaleTaskIdError: [Ours.StaleTaskIdError, Official.StaleTaskIdError];
  NodeIdOutOfRangeError: [Ours.NodeIdOutOfRangeError, Official.NodeIdOutOfRangeError];
  ReachedMaxSizeError: [Ours.ReachedMaxSizeError, Official.ReachedMaxSizeError];
  IndeterminateOperationStateError: [
    Ours.IndeterminateOperationStateError,
    Official.IndeterminateOperationStateError,
  ];
  ArrayIndexOutOfBoundsError: [Ours.ArrayIndexOutOfBoundsError, Official.ArrayIndexOutOfBoundsError];
  ArrayStoreError: [Ours.ArrayStoreError, Official.ArrayStoreError];
  IllegalArgumentError: [Ours.IllegalArgumentError, Official.IllegalArgumentError];
  IndexOutOfBoundsError: [Ours.IndexOutOfBoundsError, Official.IndexOutOfBoundsError];
  InterruptedError: [Ours.InterruptedError, Official.InterruptedError];
  InvalidAddressError: [Ours.InvalidAddressError, Official.InvalidAddressError];
  NegativeArraySizeError: [Ours.NegativeArraySizeError, Official.NegativeArraySizeError];
  NoSuchElementError: [Ours.NoSuchElementError, Official.NoSuchElementError];
  NullPointerError: [Ours.NullPointerError, Official.NullPointerError];
  SessionExpiredError: [Ours.SessionExpiredError, Official.SessionExpiredError];
  CPGroupDestroyedError: [Ours.CPGroupDestroyedError, Official.CPGroupDestroyedError];
  LockOwnershipLostError: [Ours.LockOwnershipLostError, Official.LockOwnershipLostError];
  IllegalMonitorStateError: [Ours.IllegalMonitorStateError, Official.IllegalMonitorStateError];
  WaitKeyCancelledError: [Ours.WaitKeyCancelledError, Official.WaitKeyCancelledError];
  LeaderDemotedError: [Ours.LeaderDemotedError, Official.LeaderDemotedError];
  StaleAppendRequestError: [Ours.StaleAppendRequestError, Official.StaleAppendRequestError];
  CannotReplicateError: [Ours.CannotReplicateError, Official.CannotReplicateError];
  NotLeaderError: [Ours.NotLeaderError, Official.NotLeaderError];
  UndefinedErrorCodeError: [Ours.UndefinedErrorCodeError, Official.UndefinedErrorCodeError];
  HazelcastSqlException: [Ours.HazelcastSqlException, Official.HazelcastSqlException];
  HazelcastJsonValue: [Ours.HazelcastJsonValue, Official.HazelcastJsonValue];
  LoadBalancer: [Ours.LoadBalancer, Official.LoadBalancer];
  AbstractLoadBalancer: [Ours.AbstractLoadBalancer, Official.AbstractLoadBalancer];
  Member: [Ours.Member, Official.Member];
  MemberSelector: [Ours.MemberSelector, Official.MemberSelector];
  MembershipEvent: [Ours.MembershipEvent, Official.MembershipEvent];
  MembershipListener: [Ours.MembershipListener, Official.MembershipListener];
  InitialMembershipEvent: [Ours.InitialMembershipEvent, Official.InitialMembershipEvent];
  InitialMembershipListener: [Ours.InitialMembershipListener, Official.InitialMembershipListener];
  PartitionAware: [Ours.PartitionAware<Value>, Official.PartitionAware<Value>];
  ReadOnlyLazyList: [Ours.ReadOnlyLazyList<Value>, Official.ReadOnlyLazyList<Value>];
  ReadResultSet: [Ours.ReadResultSet<Value>, Official.ReadResultSet<Value>];
  RestValue: [Ours.RestValue, Official.RestValue];
  SimpleEntryView: [Ours.SimpleEntryView<Key, Value>, Official.SimpleEntryView<Key, Value>];
  UUID: [Ours.UUID, Official.UUID];
  Predicate: [Ours.Predicate, Official.Predicate];
  PagingPredicate: [Ours.PagingPredicate, Official.PagingPredicate];
  LogLevel: [Ours.LogLevel, Official.LogLevel];
  ILogger: [Ours.ILogger, Official.ILogger];
  EntryListener: [Ours.EntryListener<Key, Value>, Official.EntryListener<Key, Value>];
  EntryEventListener: [Ours.EntryEventListener<Key, Value>, Official.EntryEventListener<Key, Value>];
  EntryEvent: [Ours.EntryEvent<Key, Value>, Official.EntryEvent<Key, Value>];
  FlakeIdGenerator: [Ours.FlakeIdGenerator, Official.FlakeIdGenerator];
  IList: [Ours.IList<Value>, Official.IList<Value>];
  IMap: [Ours.IMap<Key, Value>, Official.IMap<Key, Value>];
  IQueue: [Ours.IQueue<Value>, Official.IQueue<Value>];
  ISet: [Ours.ISet<Value>, Official.ISet<Value>];
  ItemListener: [Ours.ItemListener<Value>, Official.ItemListener<Value>];
  ItemEventListener: [Ours.ItemEventListener<Value>, Official.ItemEventListener<Value>];
  ItemEvent: [Ours.ItemEvent<Value>, Official.ItemEvent<Value>];
  ITopic: [Ours.ITopic<Value>, Official.ITopic<Value>];
  MapListener: [Ours.MapListener<Key, Value>, Official.MapListener<Key, Value>];
  MapEventListener: [Ours.MapEventListener<Key, Value>, Official.MapEventListener<Key, Value>];
  MapEvent: [Ours.MapEvent, Official.MapEvent];
  MultiMap: [Ours.MultiMap<Key, Value>, Official.MultiMap<Key, Value>];
  OverflowPolicy: [Ours.OverflowPolicy, Official.OverflowPolicy];
  PNCounter: [Ours.PNCounter, Official.PNCounter];
  ReplicatedMap: [Ours.ReplicatedMap<Key, Value>, Official.ReplicatedMap<Key, Value>];
  Ringbuffer: [Ours.Ringbuffer<Value>, Official.Ringbuffer<Value>];
  MessageListener: [Ours.MessageListener<Value>, Official.MessageListener<Value>];
  Message: [Ours.Message<Value>, Official.Message<Value>];
  TopicOverloadPolicy: [Ours.TopicOverloadPolicy, Official.TopicOverloadPolicy];
  IAtomicLong: [Ours.IAtomicLong, Official.IAtomicLong];
  IAtomicReference: [Ours.IAtomicReference<Value>, Official.IAtomicReference<Value>];
  ICountDownLatch: [Ours.ICountDownLatch, Official.ICountDownLatch];
  FencedLock: [Ours.FencedLock, Official.FencedLock];
  ISemaphore: [Ours.ISemaphore, Official.ISemaphore];
  DataOutput: [Ours.DataOutput, Official.DataOutput];
  DataInput: [Ours.DataInput, Official.DataInput];
  FieldType: [Ours.FieldType, Official.FieldType];
  PortableWriter: [Ours.PortableWriter, Official.PortableWriter];
  PortableReader: [Ours.PortableReader, Official.PortableReader];
  Portable: [Ours.Portable, Official.Portable];
  VersionedPortable: [Ours.VersionedPortable, Official.VersionedPortable];
  PortableFactory: [Ours.PortableFactory, Official.PortableFactory];
  Serializer: [Ours.Serializer, Official.Serializer];
  IdentifiedDataSerializable: [Ours.IdentifiedDataSerializable, Official.IdentifiedDataSerializable];
  IdentifiedDataSerializableFactory: [
    Ours.IdentifiedDataSerializableFactory,
    Official.IdentifiedDataSerializableFactory,
  ];
  CustomSerializable: [Ours.CustomSerializable, Official.CustomSerializable];
  CompactWriter: [Ours.CompactWriter, Official.CompactWriter];
  CompactReader: [Ours.CompactReader, Official.CompactReader];
  CompactSerializer: [Ours.CompactSerializer<Thing>, Official.CompactSerializer<Thing>];
  FieldKind: [Ours.FieldKind, Official.FieldKind];
  GenericRecords: [Ours.GenericRecords, Official.GenericRecords];
  GenericRecord: [Ours.GenericRecord, Official.GenericRecord];
  LifecycleState: [Ours.LifecycleState, Official.LifecycleState];
  LifecycleService: [Ours.LifecycleService, Official.LifecycleService];
  PartitionService: [Ours.PartitionService, Official.PartitionService];
  CPSubsystem: [Ours.CPSubsystem, Official.CPSubsystem];
  UsernamePasswordCredentials: [Ours.UsernamePasswordCredentials, Official.UsernamePasswordCredentials];
  TokenCredentials: [Ours.TokenCredentials, Official.TokenCredentials];
  TokenEncoding: [Ours.TokenEncoding, Official.TokenEncoding];
  Client: [Ours.Client, Official.Client];
  LockContext: [Ours.LockContext, Official.LockContext];
  SqlColumnMetadata: [Ours.SqlColumnMetadata, Official.SqlColumnMetadata];
  SqlColumnType: [Ours.SqlColumnType, Official.SqlColumnType];
  SqlExpectedResultType: [Ours.SqlExpectedResultType, Official.SqlExpectedResultType];
  SqlExpectedResultTypeStrings: [Ours.SqlExpectedResultTypeStrings, Official.SqlExpectedResultTypeStrings];
  SqlResult: [Ours.SqlResult, Official.SqlResult];
  SqlRow: [Ours.SqlRow, Official.SqlRow];
  SqlRowAsObject: [Ours.SqlRowAsObject, Official.SqlRowAsObject];
  SqlRowMetadata: [Ours.SqlRowMetadata, Official.SqlRowMetadata];
  SqlRowType: [Ours.SqlRowType, Official.SqlRowType];
  SqlService: [Ours.SqlService, Official.SqlService];
  SqlStatement: [Ours.SqlStatement, Official.SqlStatement];
  SqlStatementOptions: [Ours.SqlStatementOptions, Official.SqlStatementOptions];
}
