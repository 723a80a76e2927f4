export { Counters } from '../ring/counters.js';
export { ControlBlock, PROTOCOL_COUNTERS } from '../ring/control-block.js';
export type { CallHeader } from '../ring/call-header.js';
export {
  CompletionKind,
  FIRST_PROTOCOL_KIND,
  MAX_GENERATION,
  REPEATABLE_FLAG,
  SLOT_LIMIT,
} from '../ring/records.js';
export { Backoff, type BackoffOptions } from '../shared/backoff.js';
export { Fifo } from '../shared/fifo.js';
export { failureOf, type Failure } from '../shared/failure.js';
export type { LinkEnd, SocketDiagnosis, ThreadSide } from '../shared/link-messages.js';
export { StopReason, type Agent, type AgentPort, type CreateAgent } from './agent.js';
export { BasicAgent } from './basic-agent.js';
export { CompletionWriter, type CallerPort } from './completion-writer.js';
export {
  Connection,
  type ConnectionEvents,
  type ConnectionSocket,
  type Trickle,
} from './connection/connection.js';
export type { KeepAlive } from '../shared/moved-connection.js';
export { MessageInput, type MessageInputEvents } from './connection/message-input.js';
export { Reconnect } from './connection/reconnect.js';
export { SilenceWatch } from './connection/silence-watch.js';
export { CallAgent } from './calls/call-agent.js';
export { IdentifiedCalls, type WriteId } from './calls/identified-calls.js';
export { Peer, type PeerConnection, type PeerEvents, type PeerOptions } from './calls/peer.js';
export { PipelinedCalls } from './calls/pipelined-calls.js';
export { RetainedCalls, type BegunCall, type CallFailure } from './calls/retained-calls.js';
export { LinkAgent, type LinkHandler, type LinkPort, type LinkSide } from './link-agent.js';
export { runAgent } from './run-agent.js';
export { Gate } from '../shared/gate.js';
export { IdlePool } from '../shared/idle-pool.js';
