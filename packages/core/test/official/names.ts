import type * as Official from 'hazelcast-client';

import type * as Ours from '../../src/index.js';

type Key = string;
type Value = string;

class Thing {
  readonly name: string = 'thing';
}

/** Types that are no classes, or have parameters: ours, and the official one. */
interface Named {
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
  SSLOptionsFactory: [Ours.SSLOptionsFactory, Official.SSLOptionsFactory];
  Address: [Ours.Address, Official.Address];
  Cluster: [Ours.Cluster, Official.Cluster];
  Comparator: [Ours.Comparator, Official.Comparator];
  ListComparator: [Ours.ListComparator<Value>, Official.ListComparator<Value>];
  DistributedObject: [Ours.DistributedObject, Official.DistributedObject];
  DistributedObjectListener: [Ours.DistributedObjectListener, Official.DistributedObjectListener];
  ServerErrorStackElement: [Ours.ServerErrorStackElement, Official.ServerErrorStackElement];
  LoadBalancer: [Ours.LoadBalancer, Official.LoadBalancer];
  Member: [Ours.Member, Official.Member];
  MemberSelector: [Ours.MemberSelector, Official.MemberSelector];
  MembershipListener: [Ours.MembershipListener, Official.MembershipListener];
  InitialMembershipListener: [Ours.InitialMembershipListener, Official.InitialMembershipListener];
  PartitionAware: [Ours.PartitionAware<Value>, Official.PartitionAware<Value>];
  ReadOnlyLazyList: [Ours.ReadOnlyLazyList<Value>, Official.ReadOnlyLazyList<Value>];
  ReadResultSet: [Ours.ReadResultSet<Value>, Official.ReadResultSet<Value>];
  SimpleEntryView: [Ours.SimpleEntryView<Key, Value>, Official.SimpleEntryView<Key, Value>];
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
  GenericRecord: [Ours.GenericRecord, Official.GenericRecord];
  LifecycleState: [Ours.LifecycleState, Official.LifecycleState];
  LifecycleService: [Ours.LifecycleService, Official.LifecycleService];
  PartitionService: [Ours.PartitionService, Official.PartitionService];
  CPSubsystem: [Ours.CPSubsystem, Official.CPSubsystem];
  UsernamePasswordCredentials: [Ours.UsernamePasswordCredentials, Official.UsernamePasswordCredentials];
  TokenCredentials: [Ours.TokenCredentials, Official.TokenCredentials];
  TokenEncoding: [Ours.TokenEncoding, Official.TokenEncoding];
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

type Class = keyof typeof Official & keyof typeof Ours;
type InstanceOf<C> = C extends { readonly prototype: infer Instance } ? Instance : never;

/** Classes, by their instances. */
type Classes = {
  [N in Class as (typeof Official)[N] extends { readonly prototype: object } ? N : never]: [
    InstanceOf<(typeof Ours)[N]>,
    InstanceOf<(typeof Official)[N]>,
  ];
};

/** Each type that the official package exports: ours, and the official one. */
export type Types = Named & Omit<Classes, keyof Named>;
