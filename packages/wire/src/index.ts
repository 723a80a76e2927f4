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
} from './codec/codec.js';
export { DATA_PAYLOAD_OFFSET, DATA_TYPE_OFFSET, dataHash, partitionIdOf, textHash, TypeId } from './data.js';
export { ErrorCode, errorCodeName } from './error-codes.js';
export { isFixedType, type FixedTypeName } from './codec/fixed-types.js';
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
  FRAME_FLAGS_OFFSET,
  FRAME_HEADER_SIZE,
  PARTITION_ID_OFFSET,
  REQUEST_FIXED_FIELDS_OFFSET,
  RESPONSE_BACKUP_ACKS_OFFSET,
  RESPONSE_FIXED_FIELDS_OFFSET,
  TYPE_OFFSET,
} from './frames/frame.js';
export { FrameReader } from './frames/frame-reader.js';
export { FragmentAssembler, fragmentMessage } from './frames/fragments.js';
export {
  backupAcks,
  correlationHigh,
  correlationLow,
  isEvent,
  isFragment,
  messageFlags,
  messagePartitionId,
  messageType,
  readInt32,
  setCorrelationId,
  setPartitionId,
} from './frames/header.js';
export { MessageScanner, TOO_LONG } from './frames/message-scanner.js';
export { MessageSkipper } from './frames/message-skipper.js';
export { MessageWriter } from './codec/message-writer.js';
export { eventById, eventIds, eventValues, messageById, messages } from './messages/index.js';
export { schemaId } from './messages/schema-id.js';
export type { FieldSpec, FieldSpecs, MessageSpec, ServiceSpec } from './messages/spec.js';
export { murmur3 } from './murmur3.js';
export { ProtocolError } from './frames/protocol-error.js';
export { requestTemplate, TEMPLATE_PARTITION_ID_OFFSET } from './codec/request-template.js';
export { responseShape, ResponseShape } from './codec/response-shape.js';
export { uuidText, wireUuid } from './codec/values.js';
export type {
  ErrorHolder,
  EventName,
  EventOf,
  RequestOf,
  ResponseOf,
  StructOf,
  WireType,
  WireUuid,
} from './codec/values.js';
