export { WITH_CONNECTION_MESSAGE_OFFSET, CompletionKind, DATA_BODY_OFFSETS } from './completion-kind.js';
export {
  type AgentDiagnosis,
  type CallGroup,
  type CallStage,
  type ConnectionDiagnosis,
  type ConnectionStage,
  type FailedAddress,
  type RetryQueueDiagnosis,
  AgentCounter,
} from './diagnosis.js';
export { memberTag } from './member-tag.js';
export { handle, type MessageHandlers } from './message-handlers.js';
export {
  type CompactSchema,
  type CpSession,
  type FetchResponses,
  type FromWorker,
  type LogLevel,
  type MemberDescription,
  type NearCacheFigures,
  type ToWorker,
  type WireError,
  WorkerErrorCode,
} from './messages.js';
export { DEADLINE_MILLIS, SILENCE_MILLIS } from './patience.js';
export { RequestFlag } from './request-flag.js';
export {
  type Address,
  addressText,
  type CandidateCluster,
  type CloudSettings,
  type Credentials,
  type LoadBalancing,
  type Resumption,
  type ShardSettings,
  type SocketDefaults,
  type TlsSettings,
  UNIX_PREFIX,
} from './settings.js';
export { Traffic, trafficMemory } from './traffic.js';
