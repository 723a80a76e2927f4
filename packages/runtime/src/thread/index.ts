export { Counters } from '../ring/counters.js';
export { ControlBlock, PROTOCOL_COUNTERS } from '../ring/control-block.js';
export type { CallHeader } from '../ring/call-header.js';
export { copyBytes } from '../ring/copy-bytes.js';
export {
  CompletionKind,
  FIRST_PROTOCOL_KIND,
  MAX_GENERATION,
  REPEATABLE_FLAG,
  SLOT_LIMIT,
} from '../ring/records.js';
export { Backoff, type BackoffOptions } from '../shared/backoff.js';
export { behindLine, readDecimal } from '../shared/ascii-lines.js';
export { Fifo } from '../shared/fifo.js';
export { isAsciiText } from '../shared/is-ascii.js';
export { ownCopy } from '../shared/own-copy.js';
export { StopReason, type Agent, type AgentPort, type CreateAgent } from './agent.js';
export { BasicAgent } from './basic-agent.js';
export { CompletionWriter, type CallerLink } from './completion-writer.js';
export { MessageInput, type MessageInputEvents } from './message-input.js';
export { PipelinedAgent } from './pipelined-agent.js';
export { PipelinedCalls, type PipelinedCall } from './pipelined-calls.js';
export { Reconnect } from './reconnect.js';
export { SilenceWatch } from './silence-watch.js';
export { runAgent } from './run-agent.js';
