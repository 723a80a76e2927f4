import { describeError, HazelcastSerializationError } from '@offloop/values';
import { carry } from '../carried-error.js';
import { TransformFailure, type ComputeFailure } from '../compute-task.js';

/** Thrown within a compute thread: the reason why a task has no result. */
export class TaskError extends Error {
  failure: ComputeFailure;

  constructor(reason: TransformFailure, message: string, thrown?: unknown) {
    super(message);
    this.failure = {
      kind: 'failed',
      reason,
      message,
      ...(thrown === undefined ? {} : { thrown: carry(thrown) }),
    };
  }

  /** Adds the key that failed: its index in the caller's list. */
  at(index: number): this {
    this.failure = { ...this.failure, index };
    return this;
  }
}

/** Throws the {@link TaskError} of an error that happened while a value was read. */
export function failValue(error: unknown): never {
  const message = error instanceof HazelcastSerializationError ? error.message : describeError(error);
  throw new TaskError(TransformFailure.VALUE, message, error);
}

/** Calls `read`, and returns its result. Throws its error as `failValue` does. */
export function decode<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    return failValue(error);
  }
}
