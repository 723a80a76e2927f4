export { Agent, type AgentLink } from './agent.js';
export {
  BELL,
  WorkerErrorCode,
  type Address,
  type FromWorker,
  type LogLevel,
  type MemberDescription,
  type ReconnectMode,
  type ShardMemory,
  type ShardSettings,
  type ToWorker,
  type WireError,
} from './control.js';
export { RingWatchdog } from './ring-watchdog.js';
export { Linger, parkAtOnce, type WaitStrategy } from './wait-strategy.js';
export { startWorker, type StartedWorker } from './start-worker.js';
