export { connect, type RecoveryOptions } from './client/promise/connect.js';
export type { TraceAttributes } from './client/channel/trace-attributes.js';
export type { DeliverTrace, PublishTrace } from './client/channel/tracing.js';
export { credentials } from './client/address/credentials-api.js';
export { IllegalOperationError } from './client/errors/illegal-operation-error.js';
export { LostPublishError } from './client/errors/lost-publish-error.js';
export { TimeoutError } from './client/errors/timeout-error.js';
export { TopologyError, type TopologyPart } from './client/errors/topology-error.js';
export { UnthreadableOptionError } from './client/errors/unthreadable-option-error.js';
export type {
  ChannelEntry,
  ConnectionStats,
  Heartbeats,
  Muxer,
  RawConnection,
  ServerProperties,
  StreamEnds,
} from './client/types/connection.js';
export type { RecoveredTopology, RenamedQueue, ScheduledReconnect } from './client/types/events.js';
export type { ChannelDiagnosis, ConnectionDiagnosis, SocketDiagnosis } from './client/types/diagnosis.js';
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
} from './client/types/message.js';
export type { ChannelOptions, Credentials, Limits, Options, SocketOptions } from './client/types/options.js';
export type { Channel, ChannelModel, ConfirmChannel, Connection } from './client/types/promise.js';
export type { RecoveringChannelModel } from './client/types/recovery.js';
export type { Replies } from './client/types/replies.js';
