export { CompletionKind, FIRST_PROTOCOL_KIND, REPEATABLE_FLAG } from '../ring/records.js';
export type { RingMemory } from '../ring/ring-memory.js';
export { onAbort } from '../shared/abort-listeners.js';
export type { LinkEnd, SocketDiagnosis } from '../shared/link-messages.js';
export { errorOf, failureOf, type Failure } from '../shared/failure.js';
export { availableCpus } from '../shared/available-cpus.js';
export { Backoff, type BackoffOptions } from '../shared/backoff.js';
export { Fifo } from '../shared/fifo.js';
export { throwLater } from '../shared/throw-later.js';
export { releaseStack, withoutStack } from '../shared/stack.js';
export type { ThreadEntry, ThreadSettings } from '../shared/threads.js';
export type { CreateAgent } from '../thread/agent.js';
export { isTimeout, TIMEOUT_RULE, watchLimits, type CallLimits, type LimitEvents } from './limits.js';
export { Questions } from './questions.js';
export { Caller, type CallerEvents } from './caller.js';
export type { CallerOptions } from './caller-options.js';
export type { SentCall } from './sent-call.js';
export { CallerState, type CloseOptions } from './caller-life.js';
export { LoopLoad } from './place/loop-load.js';
export { MANY, Place, PlaceChooser, type Sight } from './place/place-chooser.js';
export { callerDefaults, type CallerDefaults } from './caller-defaults.js';
export { commonProtocol } from '../protocol/common-protocol.js';
export { readCommonBytes, readCommonSpilled, readCommonValue } from '../protocol/common-values.js';
export {
  PartsWriter,
  type Link,
  type LinkDiagnosis,
  type LinkEvents,
  type LinkWriter,
} from './links/link.js';
export { Links, type LinkOpening, type LinksOptions } from './links/links.js';
export { DRAIN_CHANNEL, type DrainMessage } from '../shard/drain-channel.js';
export { FloorError, FloorErrorCode, type FloorErrorOptions, type MakeError } from '../protocol/errors.js';
export type { CallerProtocol, CallOperation, CallRequest } from '../protocol/caller-protocol.js';
export { PartsRequest } from '../protocol/parts-request.js';
export { SlicedResult } from '../protocol/sliced-result.js';
export type { Reject, Resolve } from '../shared/settlers.js';
export { Hold } from '../shard/hold.js';
export type { RingState } from '../ring/ring-state.js';
export type { FloorDiagnosis, ThreadProgress } from '../shard/diagnosis.js';
export type { CallAges } from '../shard/slot-table.js';
export type { FloorStats } from '../shard/stats.js';
export { Gate } from '../shared/gate.js';
export { Settlers } from '../shared/settlers.js';
export { DrainBudget, Share, SLICE_MILLIS } from '../shard/drain-budget.js';
export { MAX_CAPACITY, MIN_CAPACITY } from '../ring/layout.js';
