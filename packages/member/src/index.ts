export { startMember, type Member, type MemberStats } from './member.js';
export type { ClientStatistics } from './calls/client-statistics.js';
export type { MemberCredentials, MemberOptions, RingbufferOptions } from './options.js';
export type {
  Fault,
  FaultAction,
  FaultOptions,
  FaultRule,
  FaultyRequest,
  MemberFaults,
} from './faults/fault.js';
export { LogLevel, type Log } from './log.js';
