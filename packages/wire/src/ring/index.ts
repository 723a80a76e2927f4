export { ControlBlock, WorkerCounter } from './control-block.js';
export { copyBytes } from './copy-bytes.js';
export { park, starve, takeParked } from './doorbell.js';
export {
  alignRecord,
  INSUFFICIENT_CAPACITY,
  LAYOUT_VERSION,
  MAX_CAPACITY,
  MIN_CAPACITY,
  RECORD_HEADER_LENGTH,
  RECORDS_OFFSET,
} from './layout.js';
export { OneToOneRing } from './one-to-one-ring.js';
export {
  attemptOf,
  COMPLETION_BODY_OFFSET,
  COMPLETION_GENERATION_OFFSET,
  COMPLETION_SLOT_OFFSET,
  CompletionKind,
  correlationHigh,
  generationOf,
  INTERNAL_SLOT_BASE,
  MAX_ATTEMPT,
  MAX_GENERATION,
  REQUEST_FLAGS_OFFSET,
  REQUEST_GENERATION_OFFSET,
  REQUEST_HEADER_LENGTH,
  REQUEST_SLOT_OFFSET,
  REQUEST_TARGET_OFFSET,
  REQUEST_TIMEOUT_OFFSET,
  REQUEST_WIRE_LENGTH_OFFSET,
  RequestFlag,
  RequestKind,
  SPILL_KIND_OFFSET,
  SPILL_LENGTH_OFFSET,
} from './record-kinds.js';
export { RingConsumer, type RecordHandler } from './ring-consumer.js';
export { RingProducer } from './ring-producer.js';
export {
  LIST_BOUNDARIES_OFFSET,
  LIST_COUNT_OFFSET,
  listKindsOffset,
  listTableLength,
} from './list-record.js';
