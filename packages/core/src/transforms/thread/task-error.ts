import { describeError, HazelcastSerializationError } from '@offloop/values';
import { carry } from '../carried-error.js';
import { TransformFailure, type ComputeFailure } from '../compute-task.js';

/** Thrown within a compute thread: why a task ends without a result. */
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

  /** Says which key it was: the one at `index` of the caller's list. */
  at(index: number): this {
    this.failure = { ...this.failure, index };
    return this;
  }
}

/** Throws what stands for an error met while a value was read. */
export function failValue(error: unknown): never {
  const message = error instanceof HazelcastSerializationError ? error.message : describeError(error);
  throw new TaskError(TransformFailure.VALUE, message, error);
}

/** What `read` returns. */
export function decode<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    return failValue(error);
  }
}
