import { describeError, HazelcastSerializationError } from '@offloop/values';
import { TransformError } from '../errors/own-errors.js';
import { revive } from './carried-error.js';
import { TransformFailure, type ComputeFailure, type ComputeTask } from './compute-task.js';

/** Makes a TransformError. @param what the rest of a sentence that begins with the transform. */
export function transformError(
  { module, exportName }: Pick<ComputeTask, 'module' | 'exportName'>,
  reason: TransformFailure,
  what: string,
  cause?: unknown,
): TransformError {
  const from = module.startsWith('data:') ? 'a data: module' : module;
  const error = new TransformError(`transform '${exportName}' of ${from} ${what}`, cause);
  error.details = { reason, module, exportName };
  return error;
}

/** Makes the error that a call rejects with when its task has failed. */
export function errorOf(failure: ComputeFailure, task: ComputeTask): Error {
  const { reason, message, thrown, index } = failure;
  const cause = thrown === undefined ? undefined : revive(thrown);
  const key = index === undefined ? '' : ` (keys[${index}])`;
  if (reason === TransformFailure.VALUE) {
    // As `get` rejects: the value is at fault, not the transform.
    return new HazelcastSerializationError(`${message}${key}`, cause);
  }
  return transformError(task, reason, `${message}${key}`, cause);
}

/** Makes the error of a task whose thread has died. @param error Piscina's: that of an error event, or of an exit code. */
export function lostThreadError(task: ComputeTask, error: unknown): TransformError {
  const { code, message } = error as { code?: unknown; message?: unknown };
  const isExit = typeof message === 'string' && /^worker exited with code: -?\d+$/.test(message);
  const what = isExit ? message : describeError(error);
  return code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? transformError(task, TransformFailure.OUT_OF_MEMORY, `ran out of memory: ${what}`, error)
    : transformError(task, TransformFailure.CRASHED, `lost its compute thread: ${what}`, error);
}
