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
} from '@offloop/values';
import { BackpressureError, ClientOfflineError } from '../errors/own-errors.js';

/** Actions of a listener's reading loop after an error. */
export const Remedy = {
  /** The client is shut down, or the loop was ended: it ends without a log message. */
  STOP: 'stop',
  /** The request was right: it is sent again after a pause. */
  RETRY: 'retry',
  /** The wanted message is no longer in the ring buffer, or not yet: messages are lost. */
  LOSS: 'loss',
  /** The loop cannot continue: the listener is removed. */
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
