import {
  CancellationError,
  ClientNotActiveError,
  HazelcastInstanceNotActiveError,
  IllegalArgumentError,
  IndeterminateOperationStateError,
  IOError,
  MemberLeftError,
  OperationTimeoutError,
  RetryableHazelcastError,
  StaleSequenceError,
  TargetDisconnectedError,
  TargetNotMemberError,
} from '../errors/hierarchy.js';
import { BackpressureError, ClientOfflineError } from '../errors/own-errors.js';

/** What a listener's reading does about an error. */
export const Remedy = {
  /** The client is shut down, or the reading was called off: it ends without a word. */
  STOP: 'stop',
  /** Nothing is wrong with what was asked for: it is asked for again, after a pause. */
  RETRY: 'retry',
  /** What was asked for is not in the ring buffer any more, or not yet: messages are lost. */
  LOSS: 'loss',
  /** It cannot go on. */
  GIVE_UP: 'give up',
} as const;
export type Remedy = (typeof Remedy)[keyof typeof Remedy];

const REMEDIES: readonly (readonly [new (...args: never[]) => Error, Remedy])[] = [
  [CancellationError, Remedy.STOP],
  [ClientNotActiveError, Remedy.STOP],
  [StaleSequenceError, Remedy.LOSS],
  [IllegalArgumentError, Remedy.LOSS],
  ...[
    BackpressureError,
    ClientOfflineError,
    HazelcastInstanceNotActiveError,
    IndeterminateOperationStateError,
    IOError,
    MemberLeftError,
    OperationTimeoutError,
    RetryableHazelcastError,
    TargetDisconnectedError,
    TargetNotMemberError,
  ].map((errorClass) => [errorClass, Remedy.RETRY] as const),
];

export function remedyFor(error: unknown): Remedy {
  return REMEDIES.find(([errorClass]) => error instanceof errorClass)?.[1] ?? Remedy.GIVE_UP;
}
