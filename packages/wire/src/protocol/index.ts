export {
  decodeError,
  decodeEvent,
  eventNameOf,
  decodeRequest,
  decodeResponse,
  decodeValue,
  encodeError,
  encodeEvent,
  encodeRequest,
  encodeResponse,
  type EncodeOptions,
  type RequestOptions,
  type ResponseOptions,
} from './codec.js';
export {
  DATA_HASH_OFFSET,
  DATA_PAYLOAD_OFFSET,
  DATA_TYPE_OFFSET,
  dataHash,
  partitionIdOf,
  TypeId,
} from './data.js';
export { ErrorCode, errorCodeName, type ErrorCodeName } from './error-codes.js';
export { isFixedType, type FixedTypeName } from './fixed-types.js';
export {
  ANY_PARTITION,
  CONNECTION_PREAMBLE,
  CORRELATION_ID_OFFSET,
  DEFAULT_MAX_MESSAGE_BYTES,
  EXCEPTION_MESSAGE_TYPE,
  FLAG_BACKUP_AWARE,
  FLAG_BACKUP_EVENT,
  FLAG_BEGIN_FRAGMENT,
  FLAG_BEGIN_STRUCT,
  FLAG_END_FRAGMENT,
  FLAG_END_STRUCT,
  FLAG_EVENT,
  FLAG_FINAL,
  FLAG_NULL,
  FLAG_UNFRAGMENTED,
  FLAGS_UNKNOWN,
  FRAGMENTATION_ID_SIZE,
  FRAME_FLAGS_OFFSET,
  FRAME_HEADER_SIZE,
  PARTITION_ID_OFFSET,
  REQUEST_FIXED_FIELDS_OFFSET,
  RESPONSE_BACKUP_ACKS_OFFSET,
  RESPONSE_FIXED_FIELDS_OFFSET,
  TYPE_OFFSET,
} from './frame.js';
export { FrameReader } from './frame-reader.js';
export { FragmentAssembler, fragmentMessage, type FragmentLimits } from './fragments.js';
export {
  backupAcks,
  correlationHigh,
  correlationLow,
  isEvent,
  isFragment,
  messageFlags,
  messagePartitionId,
  messageType,
  setCorrelationId,
  setPartitionId,
} from './header.js';
export { MessageScanner, TOO_LONG, type MessageLimits } from './message-scanner.js';
export { MessageSkipper } from './message-skipper.js';
export { MessageWriter } from './message-writer.js';
export {
  eventById,
  eventIds,
  eventValues,
  messageById,
  messages,
  type KnownEvent,
  type KnownMessage,
} from './messages/index.js';
export { schemaId } from './messages/schema-id.js';
export type { FieldSpec, FieldSpecs, MessageSpec, Routing, ServiceSpec } from './messages/spec.js';
export { murmur3 } from './murmur3.js';
export { ProtocolError, type ProtocolErrorDetails } from './protocol-error.js';
export { requestTemplate, TEMPLATE_PARTITION_ID_OFFSET, type RequestTemplate } from './request-template.js';
export { responseShape, ResponseShape } from './response-shape.js';
export { uuidText, wireUuid } from './values.js';
export type {
  ErrorHolder,
  EventName,
  EventOf,
  RequestOf,
  ResponseOf,
  StructOf,
  ValuesOf,
  WireType,
  WireUuid,
} from './values.js';
