import { isMainThread, workerData } from 'node:worker_threads';
import type { DataDecoder } from '../serialization/data-decoder.js';
import { keyIdentity } from '../serialization/key-identity.js';
import { AnswerSource } from './answer-source.js';
import { Breath } from './breath.js';
import { carry, headline } from './carried-error.js';
import {
  TransformFailure,
  type ComputeAnswer,
  type ComputeFailure,
  type ComputeOutcome,
  type ComputeSettings,
  type DispatchedTask,
  type EntriesInput,
} from './compute-task.js';
import { movedBuffers, movedValue } from './moved.js';
import { readEntries, readValue } from './response-values.js';
import { standBack } from './stand-back.js';
import { threadDecoder } from './thread-serializers.js';
import { findUncloneable } from './uncloneable.js';

if (isMainThread) {
  throw new Error('this module is run by the compute threads of offloop and cannot run on the main thread');
}

type Run = (value: unknown, ...args: readonly unknown[]) => unknown;

/** The reason a task ends early. */
class Failed extends Error {
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

  /** The same, of the key at `index` of the caller's list. */
  at(index: number): this {
    this.failure = { ...this.failure, index };
    return this;
  }
}

const { niceness } = workerData as ComputeSettings;
standBack(niceness);

const decoderReady: Promise<DataDecoder> = threadDecoder(workerData as ComputeSettings);
// Told to each call that needs it; a thread whose calls need none must not die of it.
decoderReady.catch(() => undefined);

const breath = new Breath();
const source = new AnswerSource();

/** Milliseconds after which a thread that works on a call goes home, so that other calls have their turn. */
const TURN_MILLIS = 100;

/** Milliseconds it waits for an answer when nobody else needs it: the next one is nearly always on its way. */
const PATIENCE_MILLIS = 5;

/** Results' memory that is moved rather than copied. */
let moving: ArrayBuffer[] = [];

/** Runs one task. Never rejects for what the user's code did: an outcome says it. */
export default async function compute(task: DispatchedTask): Promise<unknown> {
  moving = [];
  const answer: ComputeAnswer = { outcome: await outcomeOf(task) };
  if (moving.length === 0) return answer;
  const { move, transferableSymbol, valueSymbol } = await import('piscina');
  // A list, where the types have one object: Piscina adds all it finds to its list of transfers.
  return move({ [transferableSymbol]: moving, [valueSymbol]: answer } as unknown as ArrayBuffer);
}

async function outcomeOf(task: DispatchedTask): Promise<ComputeOutcome> {
  const { module, exportName, args, input } = task;
  try {
    const run = await load(module, exportName);
    const decoder = await decoderReady.catch(failValue);
    if (input.kind === 'entries') return await runOnEntries(run, task, input, decoder);
    const value = decode(() =>
      readValue(input.message, (bytes, start, end) => decoder.decodeData(bytes, start, end)),
    );
    return { kind: 'value', result: await resultOf(run, value, args) };
  } catch (error) {
    // Whatever else may be wrong is of the value: nothing of the user's runs outside `resultOf`.
    return error instanceof Failed
      ? error.failure
      : new Failed(TransformFailure.VALUE, String(error), error).failure;
  }
}

async function runOnEntries(
  run: Run,
  { args, crowded, isPressed }: DispatchedTask,
  { call, most, wanted, port }: EntriesInput,
  decoder: DataDecoder,
): Promise<ComputeOutcome> {
  if (port !== undefined) source.connect(port);
  breath.begin();
  const indexOf = new Map(wanted.keys.map((key, i) => [key, wanted.indexes[i]]));
  const indexes: number[] = [];
  const results: unknown[] = [];

  async function runOn(message: ArrayBuffer): Promise<void> {
    for (const { bytes, key, value } of readEntries(message)) {
      const index = indexOf.get(keyIdentity(bytes, ...key));
      if (index === undefined)
        throw new Failed(TransformFailure.VALUE, 'the member answered with a key nobody asked for');
      try {
        const decoded = decode(() => decoder.decodeData(bytes, ...value));
        // One value at a time, whatever their number.
        // oxlint-disable-next-line no-await-in-loop
        results.push(await resultOf(run, decoded, args));
      } catch (error) {
        throw error instanceof Failed ? error.at(index) : error;
      }
      indexes.push(index);
      if (crowded && niceness > 0) breath.take();
    }
  }

  const patience = isPressed ? 0 : PATIENCE_MILLIS;
  const until = performance.now() + TURN_MILLIS;
  let fetched = 0;
  let next = source.fetch({ call, most, patience });
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop
    const answers = await next;
    fetched += answers.length;
    const mayGoOn = answers.length > 0;
    const isLast = !mayGoOn || performance.now() >= until;
    // AHEAD of the work on these: the next ones are here when it is done.
    if (!isLast) next = source.fetch({ call, most, patience });
    try {
      // oxlint-disable-next-line no-await-in-loop
      for (const message of answers) await runOn(message);
    } catch (error) {
      // What comes now is nobody's; the next task's must not be taken for it.
      // oxlint-disable-next-line no-await-in-loop
      await next;
      throw error;
    }
    if (isLast) return { kind: 'entries', indexes, results, fetched, mayGoOn };
  }
}

async function load(module: string, exportName: string): Promise<Run> {
  // No cache of our own: the second import of a URL is a look-up.
  const exports = await import(module).catch((error: unknown): never => {
    throw new Failed(TransformFailure.MODULE, `could not be imported: ${headline(carry(error))}`, error);
  });
  const found = (exports as Readonly<Record<string, unknown>>)[exportName];
  if (typeof found === 'function') return found as Run;
  const names = Object.keys(exports as object).join(', ') || 'nothing';
  throw new Failed(
    TransformFailure.EXPORT,
    found === undefined
      ? `is not there: the module exports ${names}`
      : `is not a function but of type ${typeof found}`,
  );
}

function decode<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    return failValue(error);
  }
}

function failValue(error: unknown): never {
  throw new Failed(TransformFailure.VALUE, error instanceof Error ? error.message : String(error), error);
}

async function resultOf(run: Run, value: unknown, args: readonly unknown[]): Promise<unknown> {
  let result: unknown;
  try {
    result = await run(value, ...args);
  } catch (error) {
    throw new Failed(TransformFailure.THROWN, `threw ${headline(carry(error))}`, error ?? null);
  }
  const buffers = movedBuffers(result);
  if (buffers !== undefined) return moveWithin(movedValue(result), buffers);
  const problem = findUncloneable(result, 'result');
  if (problem !== undefined) {
    throw new Failed(
      TransformFailure.RESULT,
      `returned what cannot cross to the caller's thread: ${problem.path} is ${problem.what}`,
    );
  }
  return result;
}

/**
 * Moves the buffers once within this thread: what cannot be moved or cloned is told here, as this call's error, where the
 * pool's own attempt would end the thread.
 */
function moveWithin(value: unknown, buffers: readonly ArrayBuffer[]): unknown {
  try {
    const own = structuredClone(
      { value, buffers: [...new Set(buffers)] },
      { transfer: [...new Set(buffers)] },
    );
    moving.push(...own.buffers);
    return own.value;
  } catch (error) {
    throw new Failed(
      TransformFailure.RESULT,
      `returned what cannot be moved: ${headline(carry(error))}`,
      error,
    );
  }
}
