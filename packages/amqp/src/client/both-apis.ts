// What both APIs export.

export type { TraceAttributes } from './channel/trace-attributes.js';
export type { DeliverTrace, PublishTrace } from './channel/tracing.js';
export { credentials } from './address/credentials.js';
export { IllegalOperationError } from './errors/illegal-operation-error.js';
export { LostPublishError } from './errors/lost-publish-error.js';
export { TopologyError, type TopologyPart } from './errors/topology-error.js';
export { UnthreadableOptionError } from './errors/unthreadable-option-error.js';
export type {
  ChannelEntry,
  ConnectionStats,
  Heartbeats,
  Muxer,
  RawConnection,
  ServerProperties,
  StreamEnds,
} from './types/connection.js';
export type { RecoveredTopology, RenamedQueue, ScheduledReconnect } from './types/events.js';
export type { ChannelDiagnosis, ConnectionDiagnosis, SocketDiagnosis } from './types/diagnosis.js';
export type {
  CommonMessageFields,
  ConsumeMessage,
  ConsumeMessageFields,
  GetMessage,
  GetMessageFields,
  Message,
  MessageFields,
  MessageProperties,
  MessagePropertyHeaders,
  XDeath,
} from './types/message.js';
export type { ChannelOptions, Credentials, Options, SocketOptions } from './types/options.js';
export type { Replies } from './types/replies.js';
