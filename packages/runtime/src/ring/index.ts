export { CallHeader, readCallHeader, writeCallHeader } from './call-header.js';
export { ControlBlock, FloorCounter, PROTOCOL_COUNTERS } from './control-block.js';
export { copyBytes } from './copy-bytes.js';
export { Counters } from './counters.js';
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
  COMPLETION_BODY_OFFSET,
  COMPLETION_GENERATION_OFFSET,
  COMPLETION_SLOT_OFFSET,
  CompletionKind,
  FIRST_PROTOCOL_KIND,
  MAX_GENERATION,
  REPEATABLE_FLAG,
  REQUEST_FLAGS_OFFSET,
  REQUEST_GENERATION_OFFSET,
  REQUEST_HEADER_LENGTH,
  REQUEST_LENGTH_OFFSET,
  REQUEST_SLOT_OFFSET,
  REQUEST_TARGET_OFFSET,
  REQUEST_TIMEOUT_OFFSET,
  RequestKind,
  SLOT_LIMIT,
  SPILL_BODY_LENGTH,
  SPILL_BUFFERS_OFFSET,
  SPILL_KIND_OFFSET,
  SPILL_LENGTH_OFFSET,
} from './records.js';
export { spillUnits } from './spilled-bytes.js';
export { RingConsumer, type RecordHandler } from './ring-consumer.js';
export { RingProducer } from './ring-producer.js';
