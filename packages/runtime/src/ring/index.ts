export { CallHeader } from './call-header.js';
export { ControlBlock, FloorCounter } from './control-block.js';
export { Counters } from './counters.js';
export { park, starve, takeParked } from './doorbell.js';
export { INSUFFICIENT_CAPACITY, MAX_CAPACITY, MIN_CAPACITY } from './layout.js';
export { OneToOneRing } from './one-to-one-ring.js';
export {
  COMPLETION_BODY_OFFSET,
  CompletionKind,
  FIRST_PROTOCOL_KIND,
  MAX_GENERATION,
  REPEATABLE_FLAG,
  SLOT_LIMIT,
  SPILL_BUFFERS_OFFSET,
  SPILL_KIND_OFFSET,
  SPILL_LENGTH_OFFSET,
} from './records.js';
export type { RecordHandler } from './ring-consumer.js';
