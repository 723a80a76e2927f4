import { createAgent } from './agent.js';

/** Where a worker thread begins. PURE: what is published has a file of its own for it, and must not make this URL. */
export const AGENT_ENTRY: URL = /* @__PURE__ */ new URL('./entry.js', import.meta.url);

export { createAgent };
export { DEADLINE_MILLIS, SILENCE_MILLIS } from './control/patience.js';
export { socketDefaults } from './connection/socket-defaults.js';
export { CompletionKind, DATA_BODY_OFFSETS } from './completions/completion-kind.js';
export {
  COLUMN_FORM,
  COLUMN_NULLS,
  COLUMN_STRIDES,
  COLUMN_TYPE,
  COLUMN_VALUES,
  ColumnForm,
  columnIndex,
  ColumnType,
  PAGE_ARGUMENT_INDEX,
  PAGE_COLUMNS_INDEX,
  PAGE_CONNECTION_INDEX,
  PAGE_LAST_INDEX,
  PAGE_METADATA_END_INDEX,
  PAGE_METADATA_START_INDEX,
  PAGE_ROWS_INDEX,
} from './completions/page-format.js';
export {
  LIST_BOUNDARIES_OFFSET,
  LIST_TABLE_LENGTH_OFFSET,
  listKindsOffset,
  listPlacesOffset,
} from './completions/list-format.js';
export {
  MAX_SHAPE_BYTES,
  MAX_SHAPES,
  SHAPE_KEY_BYTES,
  TAPE_ASCII_FLAG,
  TAPE_COUNT_SHIFT,
  TAPE_KIND_BITS,
  TAPE_KIND_MASK,
  TAPE_LENGTH_MASK,
  TAPE_LONG_SHIFT,
  TAPE_OFFSET_SHIFT,
  TAPE_PLACES_MASK,
  TAPE_WORDS_OFFSET,
  Tape,
  TapeConstant,
} from './completions/tape/tape-format.js';
export { ShapeTree } from './completions/tape/shape-tree.js';
export { TapeWriter } from './completions/tape/tape-writer.js';
export {
  UNIX_PREFIX,
  type Address,
  type CandidateCluster,
  type Credentials,
  type Resumption,
  type ShardSettings,
  type TlsSettings,
} from './control/settings.js';
export { WorkerCounter } from './control/diagnosis.js';
export { trafficMemory } from './statistics/traffic.js';
export {
  WorkerErrorCode,
  type CpSession,
  type FetchResponses,
  type FromWorker,
  type MemberDescription,
  type NearCacheFigures,
  type ToWorker,
  type WireError,
} from './control/messages.js';
export type { AgentDiagnosis } from './control/diagnosis.js';
export { RequestFlag } from './invocations/request-flag.js';
export {
  ALL_KEYS,
  CHANGE_HEADER,
  INVALIDATION_HEADER,
  InvalidationKind,
  NUMBERED_LENGTH,
} from './near-caches/invalidation-format.js';
export { memberTag } from './control/member-tag.js';
