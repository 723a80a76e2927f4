import { FloorErrorCode, type FloorErrorOptions } from '@offloop/runtime';
import {
  CancellationError,
  IllegalArgumentError,
  IllegalStateError,
  IndeterminateOperationStateError,
  OperationTimeoutError,
} from '@offloop/values';
import { notActive } from '../errors/not-active.js';
import { BackpressureError } from '../errors/own-errors.js';

/** Makes the error of this client's classes for a code that the floor rejects a call with. */
export function floorError(code: FloorErrorCode, message: string, options: FloorErrorOptions = {}): Error {
  const { cause, details } = options;
  switch (code) {
    case FloorErrorCode.CLOSED:
    case FloorErrorCode.FAILED:
      return notActive(message, cause);
    case FloorErrorCode.BACKPRESSURE:
      // The limits are options of `runtime` in the configuration.
      return BackpressureError.over(
        `runtime.${details?.['limit']}`,
        Number(details?.['allowed']),
        Number(details?.['wanted']),
      );
    case FloorErrorCode.TIMED_OUT:
      return new OperationTimeoutError(message, cause);
    case FloorErrorCode.CANCELLED:
      return new CancellationError(message, cause);
    case FloorErrorCode.THREAD_DIED:
      return new IndeterminateOperationStateError(message, cause);
    case FloorErrorCode.ILLEGAL_ARGUMENT:
      return new IllegalArgumentError(message, cause);
    default:
      return new IllegalStateError(message, cause);
  }
}
