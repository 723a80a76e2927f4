export { JsonPacker } from './json-packer.js';
export { Agent, type AgentLink } from './agent.js';
export {
  BELL,
  UNIX_PREFIX,
  WorkerErrorCode,
  type Address,
  type CandidateCluster,
  type Credentials,
  type FetchAnswers,
  type FromWorker,
  type LoadBalancing,
  type LogLevel,
  type MemberDescription,
  type ReconnectMode,
  type Resumption,
  type ShardMemory,
  type ShardSettings,
  type TlsSettings,
  type ToWorker,
  type WireError,
} from './control.js';
export { memberTag } from './member-tag.js';
export { RingWatchdog } from './ring-watchdog.js';
export { Linger, parkAtOnce, type WaitStrategy } from './wait-strategy.js';
export { startWorker, type StartedWorker } from './start-worker.js';
