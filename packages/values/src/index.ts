export { describe, describeError, describeNumber } from './errors/describe.js';
export {
  type ErrorDetails,
  type ErrorRow,
  HazelcastError,
  type HazelcastErrorClass,
  type ServerErrorStackElement,
} from './errors/hazelcast-error.js';
export {
  ArrayIndexOutOfBoundsError,
  ArrayStoreError,
  AuthenticationError,
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
  CPGroupDestroyedError,
  DistributedObjectDestroyedError,
  HazelcastInstanceNotActiveError,
  HazelcastSerializationError,
  IllegalArgumentError,
  IllegalMonitorStateError,
  IllegalStateError,
  IndeterminateOperationStateError,
  IndexOutOfBoundsError,
  InterruptedError,
  InvalidAddressError,
  InvalidConfigurationError,
  InvocationMightContainCompactDataError,
  IOError,
  LeaderDemotedError,
  LockOwnershipLostError,
  MemberLeftError,
  NegativeArraySizeError,
  NoDataMemberInClusterError,
  NodeIdOutOfRangeError,
  NoSuchElementError,
  NotLeaderError,
  NullPointerError,
  OFFICIAL_ERRORS,
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
} from './errors/hierarchy.js';
export { cannotDeserialize, cannotSerialize } from './errors/serialization-error.js';
export { type Address, AddressImpl, type HostAndPort, parseAddress } from './classes/address.js';
export { BigDecimal } from './classes/big-decimal.js';
export { HazelcastJsonValue } from './classes/hazelcast-json-value.js';
export { type Int64Maker, Int64Type, int64Maker, longFrom, longOf, readInt64 } from './classes/int64.js';
export { LocalDateTime } from './classes/local-date-time.js';
export { LocalDate } from './classes/local-date.js';
export { LocalTime } from './classes/local-time.js';
export { OffsetDateTime } from './classes/offset-date-time.js';
export {
  randomUuid,
  UUID,
  uuidFromHalves,
  uuidFromText,
  type UuidHalves,
  uuidToHalves,
} from './classes/uuid.js';
export { readBigDecimal } from './data/big-decimal-bytes.js';
export { bigIntToBytes, bytesToBigInt } from './data/big-integer.js';
export { NumberType } from './data/numbers.js';
export { keyIdentity } from './data/key-identity.js';
export { ObjectDataInput } from './data/object-data-input.js';
export { ObjectDataOutput } from './data/object-data-output.js';
export { SerializedData } from './data/serialized-data.js';
export type {
  CustomSerializable,
  DataInput,
  DataOutput,
  Int64Halves,
  PartitionAware,
  Serializer,
} from './data/serializer.js';
export {
  encodeByClass,
  readLocalDate,
  readLocalDateTime,
  readLocalTime,
  readOffsetDateTime,
} from './data/temporal.js';
export { JsonStringDeserializationPolicy, parseJson } from './json/parse-json.js';
export type { CompactReader } from './compact/compact-reader.js';
export type { CompactSerializer } from './compact/compact-serializer.js';
export { CompactTypes } from './compact/compact-types.js';
export type { CompactWriter } from './compact/compact-writer.js';
export * as Fields from './compact/fields.js';
export type { GenericRecord } from './compact/generic-record.js';
export { GenericRecords } from './compact/generic-records.js';
export { FieldKind } from './compact/schema/field-kind.js';
export { PayloadReader } from './compact/payload/payload-reader.js';
export { SchemaAbsent } from './compact/schema/schema-absent.js';
export { idText, SchemaRegistry, type SchemaSource } from './compact/schema/schema-registry.js';
export { type FieldDescriptor, Schema } from './compact/schema/schema.js';
export { FieldType } from './portable/field-type.js';
export type {
  Portable,
  PortableFactory,
  PortableReader,
  PortableWriter,
  VersionedPortable,
} from './portable/portable.js';
export { PortableRecord } from './portable/portable-record.js';
export { DataDecoder } from './serialization/data-decoder.js';
export { DataEncoder, toData } from './serialization/data-encoder.js';
export {
  Identified,
  type IdentifiedDataSerializable,
  type IdentifiedDataSerializableFactory,
  isIdentified,
} from './serialization/identified.js';
export {
  MSGPACK_TYPE_ID,
  msgpackSerializer,
  type MsgpackSerializerOptions,
} from './serialization/msgpack-serializer.js';
export { RestValue } from './serialization/rest-value.js';
export { DEFAULT_SERIALIZATION, type SerializationSettings } from './serialization/settings.js';
export { isWrittenByClass } from './serialization/written-by-class.js';
