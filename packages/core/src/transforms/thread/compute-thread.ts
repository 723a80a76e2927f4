import { isMainThread, workerData } from 'node:worker_threads';
import { describeError, type DataDecoder } from '@offloop/values';
import {
  TransformFailure,
  type ComputeOutcome,
  type ComputeResponse,
  type ComputeSettings,
  type DispatchedTask,
} from '../compute-task.js';
import { EntriesLoop } from './entries-loop.js';
import { loadFunction } from './loaded-function.js';
import { lowerPriority } from './cpu-share.js';
import { readValue } from './responses.js';
import { decode, failValue, TaskError } from './task-error.js';
import { threadDecoder } from './thread-serializers.js';

// What each compute thread runs: Piscina imports this module and calls its function once a task, one at a time.

if (isMainThread) {
  throw new Error('this module is run by the compute threads of offloop and cannot run on the main thread');
}

const settings = workerData as ComputeSettings;
lowerPriority(settings.niceness);

const decoderReady: Promise<DataDecoder> = threadDecoder(settings);
// Each call that needs the decoder gets its error; a thread whose calls need none must not die of it.
decoderReady.catch(() => undefined);

const entriesLoop = new EntriesLoop(settings.niceness > 0);

/** Runs one task. Errors of user code are part of the outcome, and never reject the promise. */
export default async function compute(task: DispatchedTask): Promise<unknown> {
  const moved: ArrayBuffer[] = [];
  const response: ComputeResponse = { outcome: await outcomeOf(task, moved) };
  if (moved.length === 0) return response;
  const { move, transferableSymbol, valueSymbol } = await import('piscina');
  // A list, where the types have one object: Piscina adds all it finds to its list of transfers.
  return move({ [transferableSymbol]: moved, [valueSymbol]: response } as unknown as ArrayBuffer);
}

/** @param moved takes the buffers that the results are moved with. */
async function outcomeOf(task: DispatchedTask, moved: ArrayBuffer[]): Promise<ComputeOutcome> {
  const { module, exportName, args, input } = task;
  try {
    const transform = await loadFunction(module, exportName, args, moved);
    const decoder = await decoderReady.catch(failValue);
    if (input.kind === 'entries') return await entriesLoop.run(transform, task, input, decoder);
    const value = decode(() =>
      readValue(input.message, (bytes, start, end) => decoder.decodeData(bytes, start, end)),
    );
    return { kind: 'value', result: await transform.run(value) };
  } catch (error) {
    // Any other error comes from reading the value: user code runs in `loadFunction` and `transform.run` only.
    return error instanceof TaskError
      ? error.failure
      : new TaskError(TransformFailure.VALUE, describeError(error), error).failure;
  }
}
